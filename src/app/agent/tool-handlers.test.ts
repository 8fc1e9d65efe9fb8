import '../../extension.fixture.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createElementNames } from '../../core/agent/look.ts';
import { makeBrowserTurn } from '../../core/demonstration/make-turn.fixture.ts';
import {
  setDemonstrationState,
  startDemonstration,
} from '../../core/demonstration/recording-state.ts';
import { attributeRecordings, forgetRecording } from '../../platform/agent-link/recordings.ts';
import { addTurn, putDemonstration, removeDemonstration } from '../../platform/store/write.ts';
import { connectStore } from '../connection.ts';
import { TOOL_HANDLERS } from './tool-handlers.ts';

const A = { id: 'pairing a', name: 'Twin' };
const B = { id: 'pairing b', name: 'Twin' };
const OTHER = { id: 'pairing c', name: 'Other' };

let storage: Record<string, unknown>;
/** Ids of the recordings, in the order in which they began. */
let recorded: string[];

beforeEach(() => {
  storage = {};
  recorded = [];
  vi.stubGlobal('chrome', {
    storage: {
      local: {
        get: (key: string) => Promise.resolve({ [key]: storage[key] }),
        set: (values: object) => Promise.resolve(void Object.assign(storage, values)),
      },
    },
    runtime: {
      async sendMessage({ type }: { type: string }) {
        return { value: await answerOrder(type) };
      },
    },
  });
  let last: Promise<unknown> = Promise.resolve();
  vi.stubGlobal('navigator', {
    locks: {
      request: (_: string, granted: () => Promise<unknown>) => (last = last.then(granted, granted)),
    },
  });
});

afterEach(async () => {
  const db = await connectStore();
  for (const id of await db.getAllKeys('demonstrations')) await removeDemonstration(db, id);
  vi.unstubAllGlobals();
});

/** The service worker: records one demonstration after the other. */
async function answerOrder(type: string): Promise<object> {
  if (type === 'recording.start') {
    const demonstrationId = `recording ${recorded.length + 1}`;
    recorded.push(demonstrationId);
    await store(demonstrationId, { at: recorded.length, isOpen: true });
    return { ok: true, demonstrationId };
  }
  const demonstrationId = recorded.at(-1) ?? '';
  if (type === 'recording.stop') await store(demonstrationId, { at: recorded.length });
  return { ok: true, demonstrationId };
}

/** Stores a demonstration with one page of a site that no agent is allowed. */
async function store(
  id: string,
  { at = 1, name = 'Twin', isOpen = false }: { at?: number; name?: string; isOpen?: boolean },
): Promise<void> {
  const db = await connectStore();
  const started = startDemonstration({
    ...{ id, at, title: id, userAgent: 'test', timezoneOffsetMinutes: 0, recorder: '0' },
  });
  const named = { ...started, form: { ...started.form, navigatorName: name } };
  await putDemonstration(db, isOpen ? named : setDemonstrationState(named, 'stopped', at + 1));
  await addTurn(db, makeBrowserTurn({ id: `turn of ${id}`, demonstrationId: id }), []);
}

function pair(...agents: { id: string; name: string; pairedAt?: number }[]): void {
  storage['agents'] = agents.map((agent) => ({ pairedAt: 0, ...agent, port: 9320, token: 't' }));
}

async function call(
  agent: { id: string; name: string },
  tool: 'record_start' | 'record_stop' | 'export',
  input: Record<string, unknown> = {},
): Promise<string> {
  const ended = () => Promise.reject(new Error('not here'));
  const answer = await TOOL_HANDLERS[tool](input, {
    ...{ agent, readTab: () => null, untilInFront: ended, changeTab: ended, perform: ended },
    ...{ runSkill: ended, sendPart: ended, names: createElementNames() },
    signal: new AbortController().signal,
    onPage: (read) => read({} as Parameters<typeof read>[0], 1),
    mayRead: () => Promise.resolve(false),
  });
  return answer.text;
}

/** A demonstration that the agent may export is read, and has a page of a site that it isn't allowed. */
const OWN = 'It has pages of shop.example';
const NOT_OWN = 'You recorded no such demonstration';

describe('two agents of one name', () => {
  beforeEach(() => pair(A, B));

  it('export only what each recorded', async () => {
    await call(A, 'record_start', { task: 'Buy a lamp' });
    await call(A, 'record_stop');
    expect(await call(B, 'export')).toContain(NOT_OWN);
    expect(await call(B, 'export', { demonstration: 'recording 1' })).toContain(NOT_OWN);
    await call(B, 'record_start', { task: 'Buy a chair' });
    await call(B, 'record_stop');
    expect(await call(A, 'export', { demonstration: 'recording 1' })).toContain(OWN);
    expect(await call(A, 'export', { demonstration: 'recording 2' })).toContain(NOT_OWN);
    expect(await call(B, 'export', { demonstration: 'recording 2' })).toContain(OWN);
  });

  it('stop only their own recording', async () => {
    await call(A, 'record_start', { task: 'Buy a lamp' });
    expect(await call(B, 'record_stop')).toContain('You are not recording');
    expect(await call(A, 'record_stop')).toBe('Saved as recording 1.');
  });

  it('don’t see a recording of an earlier version, which has only the name', async () => {
    await store('old', {});
    expect(await call(A, 'export')).toContain(NOT_OWN);
    pair(A);
    expect(await call(A, 'export')).toContain(NOT_OWN);
  });
});

describe('a recording of an earlier version', () => {
  it('belongs to the only pairing of its name', async () => {
    pair(A, OTHER);
    await store('old', {});
    expect(await call(OTHER, 'export')).toContain(NOT_OWN);
    expect(await call(A, 'export')).toContain(OWN);
    pair(A, B);
    expect(await call(B, 'export')).toContain(NOT_OWN);
    expect(await call(A, 'export')).toContain(OWN);
  });

  it('belongs to no pairing that was made later', async () => {
    pair({ ...A, pairedAt: 2 });
    await store('old', { at: 1 });
    expect(await call(A, 'export')).toContain(NOT_OWN);
  });
});

it('doesn’t give an agent what was named after it later', async () => {
  pair(A);
  await attributeRecordings(await connectStore());
  await store('of the person', { isOpen: true });
  expect(await call(A, 'record_stop')).toContain('You are not recording');
  await store('of the person', {});
  expect(await call(A, 'export')).toContain(NOT_OWN);
});

it('attributes nothing if what is stored is damaged', async () => {
  pair(A);
  await store('old', {});
  storage['agentRecordings'] = 'damaged';
  expect(await call(A, 'export')).toContain(NOT_OWN);
});

it('forgets the recorder of a deleted demonstration', async () => {
  pair(A);
  await call(A, 'record_start', { task: 'Buy a lamp' });
  await forgetRecording('another');
  expect(storage['agentRecordings']).toEqual({ 'recording 1': A.id });
  await forgetRecording('recording 1');
  expect(storage['agentRecordings']).toEqual({});
});
