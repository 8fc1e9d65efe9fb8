import {
  CHANNEL_OFFERED,
  CHANNEL_REQUESTED,
  CHANNEL_ACCEPTED,
  CHANNEL_CLOSED,
  DIALOG_OPENING,
  DIALOG_CLOSED,
} from '../../dom/capture/dialog-channel.ts';

const KINDS = ['alert', 'confirm', 'prompt'] as const;

/**
 * Runs in the page's own world: reports the dialogs that the page opens, and changes nothing else about them. Takes
 * every function it needs now, since the page may replace them; leaves only the three wrapped functions on the
 * window, which look native, until it ends.
 */
function wrapDialogs(window: Window & typeof globalThis): void {
  const { apply, defineProperty } = Reflect;
  const { CustomEvent, MouseEvent, String } = window;
  const { dispatchEvent, addEventListener, removeEventListener } = window.EventTarget.prototype;
  const { concat } = String.prototype;
  const carrier = new window.Comment();
  const undo: (() => void)[] = [];

  function report(type: string, detail: string | null): void {
    apply(dispatchEvent, carrier, [new CustomEvent(type, { detail })]);
  }

  function wrap(kind: (typeof KINDS)[number]): void {
    const native: unknown = window[kind];
    if (typeof native !== 'function') return;
    const wrapped = new Proxy(native, {
      apply(target, self, args: unknown[]) {
        if (undo.length === 0) return apply(target, self, args) as unknown;
        // Once, as the browser does: a page's own object may count how often it is asked.
        const message = args.length === 0 ? '' : (apply(concat, '', [args[0]]) as string);
        if (args.length > 0) args[0] = message;
        let answer: unknown = null;
        report(DIALOG_OPENING, `${kind}:${message}`);
        try {
          answer = apply(target, self, args) as unknown;
        } finally {
          report(
            DIALOG_CLOSED,
            answer === null || answer === undefined ? null : `${answer as string | boolean}`,
          );
        }
        return answer;
      },
    });
    const put = (value: unknown): void => {
      const attributes = { configurable: true, enumerable: true, writable: true };
      defineProperty(window, kind, { value, ...attributes });
    };
    put(wrapped);
    undo.push(() => {
      if (window[kind] === wrapped) put(native);
    });
  }

  function sayHello(): void {
    apply(dispatchEvent, window, [new MouseEvent(CHANNEL_OFFERED, { relatedTarget: carrier })]);
  }

  for (const kind of KINDS) wrap(kind);
  apply(addEventListener, carrier, [
    CHANNEL_ACCEPTED,
    () => apply(removeEventListener, window, [CHANNEL_REQUESTED, sayHello]),
  ]);
  apply(addEventListener, carrier, [
    CHANNEL_CLOSED,
    () => undo.splice(0).forEach((back) => back()),
  ]);
  apply(addEventListener, window, [CHANNEL_REQUESTED, sayHello]);
  sayHello();
}

/* Runs in the page's own world, and only while a recording that keeps dialogs is on. */
wrapDialogs(window);
