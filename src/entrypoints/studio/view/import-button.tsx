import { useRef } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import type { ImportModel, StudioEvents } from './view-model.ts';

interface ImportButtonProps {
  importing: ImportModel;
  events: Pick<StudioEvents, 'onImport' | 'onCancelImport'>;
}

/** Asks for a zip, and while it is read becomes the button that stops that. */
export function ImportButton({ importing, events }: ImportButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  if (importing.state === 'running') {
    const percent = Math.round(importing.fraction * 100);
    return (
      <Button onClick={events.onCancelImport}>{`Cancel import (${String(percent)} %)`}</Button>
    );
  }
  return (
    <>
      <Button onClick={() => input.current?.click()}>Import</Button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label="Zip to import"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again.
          event.target.value = '';
          if (file) events.onImport(file);
        }}
      />
    </>
  );
}
