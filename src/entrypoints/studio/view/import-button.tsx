import { useRef } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import type { StudioEvents } from './view-model.ts';

/** Asks for zips. While some are read, more may be added. */
export function ImportButton({ onImport }: Pick<StudioEvents, 'onImport'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button title="Zips; folders can be dropped here" onClick={() => input.current?.click()}>
        Import
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        multiple
        hidden
        aria-label="Zips to import"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file may be chosen again.
          event.target.value = '';
          onImport(files);
        }}
      />
    </>
  );
}
