import type { ComponentProps, ReactNode } from 'react';
import { Component, createRef } from 'react';

/**
 * Keeps the focus inside: when the focused button is replaced, focuses the first enabled button. Otherwise keyboard
 * users would start again at the top of the page. A class, because only classes have `getSnapshotBeforeUpdate`.
 */
export class KeepFocus extends Component<Omit<ComponentProps<'div'>, 'ref'>> {
  private readonly container = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(): boolean {
    return this.container.current?.contains(document.activeElement) ?? false;
  }

  override componentDidUpdate(_props: unknown, _state: unknown, hadFocus: boolean): void {
    if (!hadFocus || document.activeElement !== document.body) return;
    this.container.current?.querySelector<HTMLElement>('button:enabled')?.focus();
  }

  override render(): ReactNode {
    return <div ref={this.container} {...this.props} />;
  }
}
