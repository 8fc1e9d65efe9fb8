import type { ComponentProps } from 'react';
import { Button } from '../components/buttons.tsx';
import type { EntryEvents } from './entry.ts';

interface PreviewButtonProps extends ComponentProps<typeof Button> {
  target: Parameters<EntryEvents['onPreview']>[0];
  onPreview: EntryEvents['onPreview'];
  onClick: () => void;
}

/** A button that outlines an element on the page while it has the pointer or the focus. */
export function PreviewButton({ target, onPreview, onClick, ...rest }: PreviewButtonProps) {
  const show = () => onPreview(target);
  const hide = () => onPreview(null);
  return (
    <Button
      {...rest}
      onFocus={show}
      onBlur={hide}
      onPointerEnter={show}
      onPointerLeave={hide}
      onClick={() => {
        // The button may disappear, which sends no pointerleave.
        hide();
        onClick();
      }}
    />
  );
}
