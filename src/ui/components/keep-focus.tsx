import type { ComponentProps, ReactNode } from 'react';
import { Component, createRef } from 'react';

/**
 * A place in which the focus stays: where the button that was pressed gives way to another, the first button
 * in the place has the focus then. Otherwise who works by the keyboard would begin at the top again.
 * A class, since only that is asked before the page is changed.
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
