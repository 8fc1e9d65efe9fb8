import type { Candidate } from '../../ranking/candidate.ts';
import { toContentKeys, toKeys } from '../../ranking/query/tokenize.ts';
import { isCounted, isNamed, isSelect, isTextField, isToggle } from '../form-controls.ts';
import type { Task, TaskOf } from '../request/step.ts';
import { judgeEvidence } from '../target/confidence.ts';
import type { Grounded, Sight } from '../target/grounded.ts';
import { askWhich, getOnly, isUsable, lost, skip } from '../target/grounded.ts';
import { applyTask, isButton } from '../widgets/apply-task.ts';
import { findBeside } from '../widgets/belongings.ts';
import { planNamedParts, TURNED } from '../widgets/form.ts';
import { planStatement } from '../widgets/statement.ts';

type GroundPlan = (plan: readonly Task[] | null, sight: Sight) => Promise<Grounded | null>;

/** A longer message is more than the name of an element. */
const MOST_WORDS = 8;
const COURTESY =
  /^(?:please|ok(?:ay)?|well|so)[\s,]+|[\s,]+(?:please|then|thanks|thank you)$|[.!?]+$/giu;
/** Small talk, which names nothing on a page. */
const TALK =
  /^(?:yes|no|nope|yeah|stop|wait|hi|hello|hey|bye|thanks?|thank you|great|good|nice|cool|perfect|sorry)$/iu;

/** The probability from which on words without a verb are taken for a command. */
const SURE = 0.9;
/**
 * Words that are no command. What is called by all of them is pressed ("no thanks"), and so is what they name as surely
 * as a command would; what else they may name is asked about, and nothing is done before the answer.
 */
export async function groundUnread(
  { words: said, reason, isBeyond: needsModel }: TaskOf<'unread'>,
  sight: Sight,
  ground: GroundPlan,
): Promise<Grounded> {
  const plain = said.trim().replace(/[.!]+$/u, '');
  const words = plain.replace(COURTESY, '').trim();
  const pool = sight.candidates.filter((each) => isUsable(each) && each.behind !== true);
  const isPressed = (each: Candidate): boolean => !isTextField(each) && !isSelect(each);
  const called = pool.filter(
    (each) =>
      isPressed(each) && [plain, words].some((all) => isNamed(each, all) || isCounted(each, all)),
  );
  const task = { kind: 'choose', value: words, target: null, phrase: words } as const;
  const target = getOnly(called) ?? (TURNED.test(said) ? null : findBeside(words, pool));
  if (target) return applyTask(task, target);
  const box = findRefused(words, pool);
  if (box) return applyTask({ kind: 'toggle', target: words, on: false }, box);
  if (needsModel) {
    // "Compose a new mail" where a button is called "Compose".
    const [verb = ''] = toKeys(words);
    const meant = pool.filter(
      (each) => isButton(each) && toKeys(each.fields.name).join(' ') === verb,
    );
    return meant.length > 0 ? { ...askWhich(words, meant), task } : { ...lost(reason), needsModel };
  }
  const named = await ground(await planNamedParts(plain, sight), sight);
  if (named) return named;
  const statement = TALK.test(plain) ? null : await ground(await planStatement(said, sight), sight);
  if (statement) return statement;
  const isName = words !== '' && !TALK.test(plain) && words.split(/\s+/u).length <= MOST_WORDS;
  const unknown = { ...lost(reason), ...(isSentence(said) && { needsModel: true as const }) };
  if (!isName) return unknown;
  const query = { text: words, intent: null };
  const judged = judgeEvidence(query, await sight.rank(query, pool));
  if (judged.kind === 'none') return unknown;
  const isSure = judged.kind === 'act' && judged.probability >= SURE && !TURNED.test(said);
  if (isSure && isPressed(judged.best)) return applyTask(task, judged.best);
  const options = judged.kind === 'act' ? [judged.best] : judged.options;
  return { ...askWhich(words, options), task };
}

/** Words from which on a message may be everyday language, which a model would understand. */
const LEAST_OF_SENTENCE = 4;

/** Whether it is worth saying that a model would understand it. */
export function isSentence(said: string): boolean {
  return said.trim().split(/\s+/u).length >= LEAST_OF_SENTENCE;
}

/**
 * "I'm a student" fills in the form if it has a place for that. A reason with other words of the page may ask for
 * something, so nothing is done then.
 */
export async function groundReason(
  { words }: TaskOf<'reason'>,
  sight: Sight,
  ground: GroundPlan,
): Promise<Grounded> {
  const statement = await ground(await planStatement(words, sight), sight);
  if (statement) return statement;
  const said = toContentKeys(words).filter((key) => !SAYING.has(key));
  const known = new Set(
    sight.candidates.flatMap(({ fields: { name, label, placeholder }, options }) =>
      [name, label, placeholder, ...options].flatMap(toKeys),
    ),
  );
  return said.some((key) => known.has(key))
    ? { ...lost(`I did not understand “${words}”, so I did nothing.`), needsModel: true }
    : skip('');
}

/** Words of reasons that name nothing. */
const SAYING = new Set("i i'm im i've we our it this that more any now".split(' ').flatMap(toKeys));

/** A box with one of these turns something off when it is ticked: "Reduce motion", "No newsletters". */
const LESSENING =
  /\b(?:reduce|disable|block|mute|hide|skip|stop|avoid|exclude|limit|decline|reject|refuse|off|opt.?out)\b/iu;

/** "No text reminder" where one box is called so, in these words among others. */
function findRefused(words: string, pool: readonly Candidate[]): Candidate | null {
  const said = toContentKeys(/^(?:no|without)\s+(.+)$/iu.exec(words)?.[1] ?? '');
  const isMeant = ({ fields }: Candidate): boolean => {
    const names = [fields.name, fields.label];
    const own = names.flatMap(toKeys);
    const isOpposite = names.some((name) => TURNED.test(name) || LESSENING.test(name));
    return !isOpposite && said.length > 0 && said.every((key) => own.includes(key));
  };
  return getOnly(pool.filter((each) => isToggle(each) && isMeant(each)));
}
