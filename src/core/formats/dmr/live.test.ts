import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../navigator/run/run-event.ts';
import { listCandidates } from '../../ranking/page/list-candidates.ts';
import { DMR_TEXTS } from '../../ranking/encoder/encoder-texts.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { readSample } from '../golden/golden.fixture.ts';
import { writeLiveQuery } from './query.ts';
import { writeLiveDocuments } from './record.ts';
import type { ReplayPage } from './replay.ts';
import { createRunLog } from '../../navigator/log/run-log.ts';
import { makeTurnTrail } from './trail.ts';

const sample = readSample((path) =>
  readFileSync(join(import.meta.dirname, '../golden', path), 'utf8'),
);

/** The golden page as it is when it is open. */
function open({ html, boxes }: ReplayPage): PageSnapshot {
  const place = { x: 0, y: 0, scaleX: 1, scaleY: 1 };
  const top = { frameId: 0, parentFrameId: null, ownerUid: null, place, url: '', title: '' };
  const viewport = { width: 1280, height: 720 };
  const frame = { ...top, html, boxes, viewport, scroll: { x: 0, y: 0 }, exact: true };
  return { frames: [frame], devicePixelRatio: 1, takenAt: 0 };
}

const indexes = [...new Set(sample.records.map((record) => record.turn_index))];

describe('the ranker’s texts for DMR', () => {
  it.each(indexes)('of an open page are those that DMR was trained on (turn %d)', (index) => {
    const turn = sample.turns[index];
    const page = turn && sample.pageOf(turn);
    if (turn?.type !== 'browser' || !page) throw new Error('the turn has no page');
    const { viewportHeight, viewportWidth } = turn.action.arguments.metadata ?? {};
    const viewport = { width: viewportWidth ?? 0, height: viewportHeight ?? 0 };
    const records = sample.records.filter((record) => record.turn_index === index);
    const documents = writeLiveDocuments(open(page));
    const candidates = listCandidates([parsePage(open(page))]).map((candidate) => {
      const document = documents.get(candidate.uid);
      return document === undefined ? candidate : { ...candidate, document };
    });
    const read = candidates.flatMap((candidate) => {
      const record = records.find(({ uid }) => uid === candidate.uid);
      return record ? [[DMR_TEXTS.textOf(candidate), record.doc]] : [];
    });
    expect(read.length).toBeGreaterThan(0);
    for (const [text, golden] of read) expect(text).toBe(golden);
    const asked = writeLiveQuery(sample.turns.slice(0, index), viewport);
    const query = { text: 'a task of the copilot’s', intent: null, asked };
    for (const record of records) expect(DMR_TEXTS.askedOf(query)).toBe(record.query);
  });

  it('describe a live conversation like a recording of it', () => {
    let ms = 5000;
    const log = createRunLog(() => ({ id: 'e', at: ms }));
    const trail = log.project(makeTurnTrail(ms));
    const button =
      '<head></head><body><button data-webtasks-id="00000000-0000-0001">Add</button></body>';
    const boxes = {
      '00000000-0000-0001': { x: 10, y: 20, width: 31, height: 40 },
    } as unknown as ReplayPage['boxes'];
    const [target = null] = listCandidates([parsePage(open({ html: button, boxes }))]);
    ms += 2000;
    log.append({ type: 'began', message: 'Add the lamp', tabId: 1, url: '', carried: null });
    ms += 3000;
    const action = { intent: 'click', uid: '00000000-0000-0001' } as const;
    const receipt = { verdict: 'changed', changes: [] } as never;
    const events: RunEvent[] = [
      { type: 'acting', turnId: 't', action, target, description: 'Click “Add”' },
      { type: 'acted', turnId: 't', receipt, description: 'Clicked' },
      { type: 'said', text: 'Done.' },
    ];
    for (const event of events) log.append(event);
    expect(writeLiveQuery(trail().turns, { width: 1280, height: 720 })).toBe(
      'Viewport(height=720, width=1280) ---- Instructor Utterances: No instructor utterance ---- ' +
        'Previous Turns:say(speaker="instructor", utterance="Add the lamp", timestamp="00:02") ; ' +
        'click(x=25, y=40, tag="button", attrs={}, timestamp="00:05") ; ' +
        'say(speaker="navigator", utterance="Done.", timestamp="00:05")',
    );
  });

  it('exclude secrets and refused actions', () => {
    const log = createRunLog(() => ({ id: 'e', at: 0 }));
    const trail = log.project(makeTurnTrail(0));
    const html = '<head></head><body><input type="password" data-webtasks-id="p"></body>';
    const boxes = { p: { x: 0, y: 0, width: 90, height: 20 } } as unknown as ReplayPage['boxes'];
    const [field] = listCandidates([parsePage(open({ html, boxes }))]);
    if (!field) throw new Error('no field');
    const target = { ...field, secret: true as const };
    const action = { intent: 'textInput', uid: 'p', text: 'hunter2' } as const;
    const acting = { type: 'acting', turnId: 't', action, target, description: '' } as const;
    log.append(acting);
    log.append({ type: 'acted', turnId: 't', receipt: { changes: [] } as never, description: '' });
    log.append(acting);
    log.append({ type: 'refused', turnId: 't', message: 'No.' });
    log.append({ type: 'acted', turnId: 't', receipt: { changes: [] } as never, description: '' });
    expect(trail().turns).toHaveLength(1);
    expect(JSON.stringify(trail().turns)).not.toContain('hunter2');
  });
});
