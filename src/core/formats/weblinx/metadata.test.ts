import { describe, expect, it } from 'vitest';
import { startDemonstration } from '../../demonstration/recording-state.ts';
import { makeBrowserTurn, makeSayTurn } from '../../demonstration/make-turn.fixture.ts';
import type { EditCommand } from '../../demonstration/edits/edit.ts';
import { describeRecording, describeUpload } from './metadata.ts';
import { nameShortcode } from './turn.ts';

const demonstration = startDemonstration({
  id: 'demo',
  at: Date.UTC(2025, 9, 9, 20, 53, 20, 7),
  title: 'Kettle House',
  userAgent: 'Chrome',
  timezoneOffsetMinutes: -330,
  recorder: '1.2.3-beta',
});

describe('describeRecording', () => {
  it('counts the changes that stand, and gives the last judgement', () => {
    const commands: EditCommand[] = [
      { kind: 'remove', turnId: 'a' },
      { kind: 'remove', turnId: 'b' },
      { kind: 'undo' },
      { kind: 'comment', turnId: 'c', text: 'Why?' },
      { kind: 'judge', status: 'approved', comment: '' },
    ];
    const edits = commands.map((command, at) => ({ id: String(at), at, by: 'Ada', command }));
    expect(describeRecording({ ...demonstration, edits }, [])).toMatchObject({
      edits: { count: 1, by: ['Ada'], lastAt: 0 },
      review: { status: 'approved', by: 'Ada', at: 4 },
    });
    expect(describeRecording(demonstration, [])).not.toHaveProperty('edits');
  });

  it('has the start in local wall time and instants in UTC', () => {
    const stopped = { ...demonstration, endedAt: demonstration.startedAt + 1500.4 };
    expect(describeRecording(stopped, [])).toEqual({
      recordingStart: demonstration.startedAt,
      recordingEnd: demonstration.startedAt + 1500,
      recordingId: '20251010022320007',
      recordingStartISO: '2025-10-09T20:53:20.007Z',
      recordingEndISO: '2025-10-09T20:53:21.507Z',
      timezoneOffsetMinutes: -330,
      user: null,
      userAgent: 'Chrome',
      version: '1.2.3',
    });
  });

  it('ends an unfinished recording with its last turn', () => {
    const at = demonstration.startedAt + 9000;
    const { recordingEnd } = describeRecording(demonstration, [makeSayTurn({ at })]);
    expect(recordingEnd).toBe(at);
  });

  it('has a version that is dotted numbers, whatever recorded', () => {
    expect(describeRecording({ ...demonstration, recorder: 'dev' }, [])['version']).toBe('0');
  });
});

describe('describeUpload', () => {
  const upload = { shortcode: 'abcdefg', uploadedAt: Date.UTC(2025, 9, 9, 21) };

  it('dates the upload by the wall clock, in the one form that is read', () => {
    expect(describeUpload(demonstration, [], upload)).toMatchObject({
      upload_date: '2025-10-10 02:30:00',
      shortcode: 'abcdefg',
      uses_ai_generated_output: false,
    });
  });

  it('says when the copilot took part', () => {
    const turns = [makeSayTurn(), makeBrowserTurn({ by: 'copilot' })];
    expect(describeUpload(demonstration, turns, upload)['uses_ai_generated_output']).toBe(true);
  });
});

describe('nameShortcode', () => {
  it('is seven small letters, the same for the same id', () => {
    const names = Array.from({ length: 2000 }, (_, index) => nameShortcode({ id: `id-${index}` }));
    expect(names.every((name) => /^[a-z]{7}$/.test(name))).toBe(true);
    expect(new Set(names).size).toBe(2000);
    expect(nameShortcode({ id: 'id-7' })).toBe(names[7]);
  });
});
