import { ruleStorage } from './rules.fixture.ts';
import { vi } from 'vitest';

type Listener = (...given: never[]) => unknown;

function makeEvent() {
  const listeners = new Set<Listener>();
  return {
    addListener: (listener: Listener) => void listeners.add(listener),
    removeListener: (listener: Listener) => void listeners.delete(listener),
    emit(...given: unknown[]) {
      for (const listener of [...listeners]) Reflect.apply(listener, null, given);
    },
    count: () => listeners.size,
  };
}

export interface SentToTab {
  type: string;
  data: unknown;
  frameId: number;
}

/** What of Chrome an action on a tab touches, with one tab. `answer` is the page's script. */
export function fakeTab(answer: (sent: SentToTab) => unknown = () => undefined) {
  const tab = { id: 7, url: 'https://shop.example/', title: 'Shop', status: 'complete' };
  const sent: SentToTab[] = [];
  const ordered: string[] = [];
  const driven: string[] = [];
  let isOpen = true;
  const events = {
    onBeforeNavigate: makeEvent(),
    onCommitted: makeEvent(),
    onHistoryStateUpdated: makeEvent(),
    onReferenceFragmentUpdated: makeEvent(),
    onDOMContentLoaded: makeEvent(),
    onCompleted: makeEvent(),
    onErrorOccurred: makeEvent(),
    onCreated: makeEvent(),
    onRemoved: makeEvent(),
  };
  const { onCreated, onRemoved, ...webNavigation } = events;
  const drive = (what: string) => () => {
    driven.push(what);
    return what.startsWith('go') ? Promise.reject(new Error('no history')) : Promise.resolve(tab);
  };
  vi.stubGlobal('chrome', {
    storage: ruleStorage,
    runtime: {
      id: 'us',
      sendMessage(message: { type: string }) {
        ordered.push(message.type);
        return Promise.resolve({ value: { ok: true } });
      },
      onMessage: makeEvent(),
    },
    scripting: { executeScript: () => Promise.reject(new Error('not here')) },
    webNavigation: {
      ...webNavigation,
      getAllFrames: () => Promise.resolve([{ frameId: 0, documentLifecycle: 'active' }]),
    },
    tabs: {
      onCreated,
      onRemoved,
      get: () => (isOpen ? Promise.resolve({ ...tab }) : Promise.reject(new Error('no tab'))),
      reload: drive('reload'),
      update: (_id: number, { url }: { url: string }) => drive(`update ${url}`)(),
      goBack: drive('goBack'),
      goForward: drive('goForward'),
      async sendMessage(
        _id: number,
        { type, data }: { type: string; data: unknown },
        { frameId }: { frameId: number },
      ) {
        const message = { type, data, frameId };
        sent.push(message);
        return { value: await answer(message) };
      },
    },
  });

  return {
    sent,
    ordered,
    driven,
    /** How many still listen to Chrome. */
    countListeners: () => Object.values(events).reduce((sum, event) => sum + event.count(), 0),
    /** The tab goes to another page, from its beginning to its end. */
    go(url: string, how: { type?: string; qualifiers?: string[] } = {}) {
      const place = { tabId: tab.id, frameId: 0, url };
      const { type = 'link', qualifiers = [] } = how;
      events.onBeforeNavigate.emit(place);
      events.onCommitted.emit({
        ...place,
        transitionType: type,
        transitionQualifiers: qualifiers,
      });
      Object.assign(tab, { url, title: url });
      events.onCompleted.emit(place);
    },
    /** One step of what becomes of the tab, which is so from then on. */
    report(
      step: keyof typeof webNavigation,
      now: Partial<typeof tab>,
      details: Record<string, unknown> = {},
    ) {
      Object.assign(tab, now);
      events[step].emit({ tabId: tab.id, frameId: 0, ...details });
    },
    fail(error: string) {
      const place = { tabId: tab.id, frameId: 0 };
      events.onBeforeNavigate.emit(place);
      events.onErrorOccurred.emit({ ...place, error });
    },
    open: (id: number) => onCreated.emit({ id, openerTabId: tab.id }),
    close() {
      isOpen = false;
      onRemoved.emit(tab.id);
    },
  };
}
