import { message } from '../../messages/message.ts';

interface ProblemStore {
  setState: (part: { problem: string }) => void;
}

/** Waits for an action of the user and shows its error. */
export function act(store: ProblemStore, work: Promise<unknown>): void {
  work.catch((error: unknown) =>
    store.setState({ problem: message('settingsFailed', String(error)) }),
  );
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
