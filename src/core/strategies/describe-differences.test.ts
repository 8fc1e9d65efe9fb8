import { describe, expect, it } from 'vitest';
import { buildPage, VIEWPORT } from '../ranking/page.fixture.ts';
import { listCandidates } from '../ranking/page/list-candidates.ts';
import { openOutline } from './outline.ts';

/** What a prompt says of these elements. */
function write(html: string): string[] {
  const tree = buildPage(html);
  const candidates = listCandidates([tree], VIEWPORT);
  const labelled = candidates.map((candidate, at) => ({ label: String(at + 1), candidate }));
  const lines = openOutline(tree, labelled).indent(labelled.length).split('\n');
  return lines.map((line) => line.trim()).filter((line) => line.startsWith('['));
}

describe('elements that would be described alike', () => {
  it('differ by where they stand', () => {
    expect(write('<button>+</button><button>+</button>')).toEqual([
      expect.stringMatching(/^\[1\] button "\+" \((?:upper|left) of 2\)$/),
      expect.stringMatching(/^\[2\] button "\+" \((?:lower|right) of 2\)$/),
    ]);
    expect(write('<input><input><input>')[1]).toMatch(/\(2nd of 3 from the (?:top|left)\)$/);
  });

  it('differ by what the page calls them', () => {
    const [up, down] = write(
      '<button class="spin up"></button><button class="spin down"></button>',
    );
    expect(up).toContain('called "up" in the page');
    expect(down).toContain('called "down" in the page');
  });

  it('have nothing added where their places tell them apart', () => {
    const rows =
      '<table><tr><td>Ada</td><td><button>Edit</button></td></tr><tr><td>Bob</td><td><button>Edit</button></td></tr></table>';
    expect(write(rows)).toEqual(['[1] button "Edit"', '[2] button "Edit"']);
  });
});
