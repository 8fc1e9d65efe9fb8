import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { makeActionRow, makeRankRow } from '../evaluation.fixture.ts';
import { summarizeRows } from '../summarize.ts';
import { writeReportPage, REPORT_TOKENS } from './page.ts';
import type { TurnRow } from './report.ts';
import { composeReport } from './report.ts';

const HOSTILE = '</script><script>alert(1)</script>"\'<img src=x onerror=alert(1)>&';
const PICTURE = 'data:image/png;base64,iVBORw0KGgo=';

const A = [
  makeActionRow({ shot: { hash: 'h', target: area(0.1), chosen: area(0.5) }, output: HOSTILE }),
  makeActionRow({ turn: 1, site: HOSTILE, intent: 'load', iou: null, urlf: 0.25, overall: 0.25 }),
];
const B = [makeActionRow({ overall: 0.5 }), makeActionRow({ turn: 1, intent: 'load', urlf: 1 })];

function area(left: number) {
  return { left, top: 0.2, width: 0.25, height: 0.1 };
}

async function describeRun(name: string, rows: readonly TurnRow[]) {
  const facts = [['Model', HOSTILE]] as const;
  return { name, facts, rows, summary: await summarizeRows(rows, false) };
}

async function write(a: readonly TurnRow[], b: readonly TurnRow[] | null): Promise<string> {
  const [first, second] = [
    await describeRun(`run ${HOSTILE}`, a),
    b && (await describeRun('b', b)),
  ];
  return writeReportPage(composeReport(first, second, new Map([['h', PICTURE]]), 0));
}

describe('the report', () => {
  it.each([['of one run', null] as const, ['of two', B] as const])(
    'loads nothing, %s',
    async (_name, second) => {
      const page = await write(A, second);
      expect(page).not.toMatch(/https?:\/\//);
      expect(page).not.toMatch(/<(?:link|iframe|object|embed|base)\b|@import|url\(/i);
      expect(page).not.toMatch(/<(?:script|img)[^>]* src=/i);
      expect(page).toContain(`"h":"${PICTURE}"`);
    },
  );

  it('is well formed and lets no text become markup', async () => {
    const faults: string[] = [];
    const page = await write(A, B);
    parse(page, { onParseError: ({ code }) => faults.push(code) });
    expect(faults).toEqual([]);
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page).not.toContain('<img src=x');
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('shows figures, groups, and each turn with its reference and both answers', async () => {
    const page = await write(A, B);
    expect(page).toContain('<td class="figure">0.625</td>');
    expect(page).toContain('B − A');
    for (const part of ['figures', 'by-intent', 'by-site', 'by-split', 'turns', 'about']) {
      expect(page).toContain(`id="${part}"`);
      expect(page).toContain(`href="#${part}"`);
    }
    expect(page.match(/<details /g)).toHaveLength(2);
    expect(page).toMatch(/<dt>Recorded<\/dt><dd><code>click\(uid=&quot;a&quot;\)/);
    expect(page).toContain('class="target" style="left:10%;top:20%;width:25%;height:10%"');
    expect(page).toContain('class="chosen" style="left:50%');
  });

  it('tells what a plot shows in words, too', async () => {
    const page = await write(A, null);
    const labels = [...page.matchAll(/<svg[^>]*role="img"[^>]*aria-label="([^"]+)"/g)];
    expect(labels.length).toBeGreaterThan(2);
    expect(labels.some(([, label]) => label?.includes('load: 0.250'))).toBe(true);
    const tables = page.match(/<table>/g)?.length;
    expect(page.match(/<caption>/g)).toHaveLength(Number(tables));
  });

  it('shows the recall of rankers as a curve', async () => {
    const page = await write([makeRankRow(), makeRankRow({ turn: 1, targetRank: 7 })], null);
    expect(page).toContain('<polyline class="curve b"');
    expect(page).toContain('at 5: 0.500');
    expect(page).toContain('the target is number 7 of 20 candidates');
  });

  it('has the colours and sizes of our pages', () => {
    const file = path.join(import.meta.dirname, '../../../ui/tokens.css');
    const tokens = new Set(
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.trim()),
    );
    const own = REPORT_TOKENS.trim()
      .split('\n')
      .map((line) => line.trim());
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter((line) => !tokens.has(line))).toEqual([]);
  });
});
