import { readFile } from 'node:fs/promises';

let lastRead: { file: string; answers: Promise<Map<string, string>> } | null = null;

/** What a model wrote, by `demonstration turn`: read once in each thread. */
export function readAnswers(file: string): Promise<Map<string, string>> {
  if (lastRead?.file !== file) lastRead = { file, answers: parseAnswers(file) };
  return lastRead.answers;
}

async function parseAnswers(file: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    if (line.trim() === '') continue;
    const { demonstration, turn, output } = JSON.parse(line) as Record<string, unknown>;
    if (typeof output === 'string') answers.set(`${String(demonstration)} ${String(turn)}`, output);
  }
  return answers;
}
