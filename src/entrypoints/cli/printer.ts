import type { Line, Emit } from './open-input.ts';

/** Where output goes. */
export interface Streams {
  out: (text: string) => void;
  err: (text: string) => void;
  /** Whether `err` is looked at by a person, so that a line may be written over. */
  isTerminal?: boolean;
}

export interface Printer {
  emit: Emit;
  /** Prints a line that is no task's. */
  print(text: string | null, data: Record<string, unknown>): void;
  /** 0: all fine; 1: something could not be read or was found wrong. */
  exitCode(): 0 | 1;
}

/**
 * Prints lines as they come: for machines one JSON object a line, all on standard output; for people
 * text, with what could not be read on standard error.
 */
export function createPrinter({ out, err }: Streams, json: boolean): Printer {
  let wrong = 0;
  const print = (text: string | null, data: Record<string, unknown>, to = out): void => {
    if (json) out(`${JSON.stringify(data)}\n`);
    else if (text !== null) to(`${text}\n`);
  };
  return {
    print: (text, data) => print(text, data),
    emit({ kind, text, data }: Line) {
      if (kind !== 'result') wrong += 1;
      print(text, data, kind === 'fault' ? err : out);
    },
    exitCode: () => (wrong === 0 ? 0 : 1),
  };
}
