import { joinPhrases, matchPhrase } from './phrase.ts';
import type { Phrase } from './phrase.ts';
import { stripCourtesy } from './request-words.ts';

/** A group of the pattern by its number, or words of ours. */
type Piece = number | string;
type Rewrite = readonly [RegExp, ...Piece[]];

const OPEN = '\\uE001';
const QUOTED = `${OPEN}\\uE000*\\uE002`;
const DIALOG =
  '(?:[\\p{L}-]+\\s+){0,2}?(?:dialog(?:ue)?|pop-?up|modal|banner|overlay|lightbox|alert|notification|window)(?: box| window)?';
const GAUGE =
  'the (?:\\p{L}+ )?(?:slider|spinner|stepper|dropdown|drop-down|picker|calendar|date ?picker|range)';
const TYPE = '(?:type|enter|write|put|input)';
const CART = '(?:(?:the|my|your)\\s+)?(?:shopping\\s+)?(?:cart|basket|bag|trolley)';
const COUNTED =
  '(?:guest|adult|child(?:ren)?|kid|person|people|room|night|travell?er|passenger|ticket|infant)s?';
const SIZE = '(?:(?:extra |x-?){0,3}(?:small|large)|medium|\\d?x{0,3}[sl]|m)';
const THANKS = '(?:,? (?:please|thanks|thank you))?[.!]*';
const KIND_OF_TEXT =
  '(?:number|text|word|words|value|phrase|string|following(?: text)?|date|sentence)';

/** Everyday ways to put a command, and the plain command they come to. The first that matches counts. */
const CLAUSES: readonly Rewrite[] = [
  [/^use (.+?) to (?:enter|type|write|input|put|search for) (.+)$/iu, 'in', 1, 'type', 2],
  [/^use (.+?) to (?:select|choose|pick|set) (.+)$/iu, 'set', 1, 'to', 2],
  [
    new RegExp(
      `^(?:select|choose|pick|enter|input|set|put)\\s+(.+?)\\s+(?:with|using|on)\\s+(${GAUGE})$`,
      'iu',
    ),
    'set',
    2,
    'to',
    1,
  ],
  [
    /^(?:focus|(?:put|place|move|set) (?:the )?(?:cursor|focus))(?:\s+(?:in|into|on|to|inside))*\s+(.+)$/iu,
    'click',
    1,
  ],
  [
    new RegExp(
      `^.*\\b(?:${DIALOG})\\s+by (?:clicking|pressing|tapping|hitting)(?: on)?\\s+(?:the\\s+)?(?:[x×]|${OPEN}\\uE000\\uE002)(?:\\s+\\p{L}+)?[.!]*$`,
      'iu',
    ),
    'click close button in the dialog',
  ],
  [
    new RegExp(
      `^.*\\b(?:${DIALOG})\\s+by (?:clicking|pressing|tapping|hitting)(?: on)?\\s+(.+)$`,
      'iu',
    ),
    'click',
    1,
    'in the dialog',
  ],
  [
    /^(?:\p{L}+\s.*)\s+by (?:clicking|pressing|tapping|hitting|choosing|selecting)(?: on)?\s+(.+)$/iu,
    'click',
    1,
  ],
  [
    new RegExp(`^(?:dismiss|close|get rid of|leave)\\s+(?:the|this|that)\\s+${DIALOG}$`, 'iu'),
    'click close button in the dialog',
  ],
  [
    /^((?:click|press|tap|hit|select|choose|tick|check)\s.+?)\s+(?:in order )?to \p{L}+ (?:it|them|him|her|that|this)(?:\s.*)?$/iu,
    1,
  ],
  [/^(?:make|i(?:'d| would)? (?:want|like)|have)\s+(.+?)\s+to be\s+(.+)$/iu, 'set', 1, 'to', 2],
  [/^make\s+(?!it\b|a\b|an\b|sure\b|this\b|that\b)(.+?)\s+(?:an?\s+)?(\S+)$/iu, 'set', 1, 'to', 2],
  [
    new RegExp(
      `^(?:put|place|throw|drop|stick|pop|toss|get|(?:i|we)(?:['’]d| would)? (?:want|like|need|have))\\s+(?:me\\s+)?(.+?)\\s+(?:in|into|to)\\s+(${CART})$`,
      'iu',
    ),
    'add',
    1,
    'to',
    2,
  ],
  [new RegExp(`^take\\s+(.+?)\\s+(?:out of|off|from)\\s+(${CART})$`, 'iu'), 'remove', 1, 'from', 2],
  [/^(?:get rid of|throw (?:away|out))\s+(.+)$/iu, 'delete', 1],
  [/^my\s+(.{2,40}?)\s+(?:is|are)\s+((?!.*\band\s+(?:i|my|we)\b).+)$/iu, 'set', 1, 'to', 2],
  [
    /^(?:the\s+|my\s+)?(.{2,40}?)\s+(?:should|must|has to|needs to)\s+(?:be|say|read)\s+(.+)$/iu,
    'set',
    1,
    'to',
    2,
  ],
  [new RegExp(`^(\\d{1,2})\\s+(${COUNTED})$`, 'iu'), 'set', 2, 'to', 1],
  [
    /^(?:go|move|turn|skip|jump)\s+back(?:wards?)?\s+(?:a|an|one)\s+(month|week|day|year)$/iu,
    'click previous',
    1,
  ],
  [
    /^(?:go|move|turn|skip|jump)\s+(?:forwards?|ahead|on)\s+(?:a|an|one)\s+(month|week|day|year)$/iu,
    'click next',
    1,
  ],
  [/^((?:place|finish|finalise|finalize|proceed|complete)\s.+)$/iu, 'click', 1],
  [/^make (?:it|this|that) (.+)$/iu, 'click', 1],
  [/^(?:sort|order|arrange)(?:\s+\p{L}+){0,3}?\s+by\s+(.+)$/iu, 'choose', 1, 'under sort'],
  [/^filter(?:\s+\p{L}+){0,2}?\s+for\s+(.+)$/iu, 'type', 1, 'in filter'],
  [
    /^(?:filter(?:\s+\p{L}+){0,2}?\s+by|show (?:me )?only|(?:only|just) show(?: me)?)\s+(.+)$/iu,
    'choose',
    1,
  ],
  [/^(?:log|sign)\s+me\s+(in|out|up|off)$/iu, 'click log', 1],
  [
    /^(register|log ?in|log ?out|sign (?:in|out|up)|continue|proceed|finish|ok|okay|agree)$/iu,
    'click',
    1,
  ],
  [/^(?:create|write|start|make|compose)\s+(?:a|an)\s+(?:new\s+)?(.+)$/iu, 'click new', 1],
  [/^switch (?:over )?to\s+(.+)$/iu, 'choose', 1],
  [/^(?:show|bring|get|give|find)(?: up)? me\s+(.+)$/iu, 'click', 1],
  [/^open\s+((?:the\s+)?(?:\p{L}+|\d+\p{L}+)\s+(?:section|panel|accordion))$/iu, 'expand', 1],
  [/^read\s+(.+)$/iu, 'open', 1],
  [/^(?:turn|put|bring|set)\s+(.+?)\s+(?:up|down)\s+to\s+(.+)$/iu, 'set', 1, 'to', 2],
  [/^(?:raise|lower|increase|decrease|reduce)\s+(.+?)\s+to\s+(.+)$/iu, 'set', 1, 'to', 2],
  [/^(?:turn|put|set)\s+(?:up|down)\s+(.+?)\s+to\s+(.+)$/iu, 'set', 1, 'to', 2],
  [/^answer\s+(.+?)\s+(?:to|for|on|in)\s+(.*\bquestion\b.*)$/iu, 'choose', 1, 'for', 2],
  [/^answer\s+(.*\bquestion\b.*?)\s+with\s+(.+)$/iu, 'choose', 2, 'for', 1],
  [new RegExp(`^${TYPE}\\s+(?:the\\s+)?${KIND_OF_TEXT}\\s+(${QUOTED}.*)$`, 'iu'), 'type', 1],
  [
    new RegExp(
      `^${TYPE}\\s+.+?\\s+(${QUOTED}\\s+(?:in|into)\\s+(?:both|all|each|every)\\b.*)$`,
      'iu',
    ),
    'type',
    1,
  ],
  [
    new RegExp(
      `^${TYPE}\\s+(?:the\\s+|my\\s+|a\\s+)?((?:(?!(?:in|into|under|as|for|on|to|at|with)\\b)[\\p{L}-]+\\s+)+?)(${QUOTED})(?:\\s+(?:in|into)\\s+(?:the\\s+)?(?:(?:text\\s*)?(?:field|box|input|form|boxe)s?))?$`,
      'iu',
    ),
    'type',
    2,
    'in',
    1,
  ],
  [
    new RegExp(`^${TYPE}\\s+(\\S+(?:\\s+\\S+){0,3}?)\\s+as\\s+(?:the|my|a|an)\\s+(.+)$`, 'iu'),
    'type',
    1,
    'in',
    2,
  ],
  [/^(?:look for|find)\s+(?:a\s+|an\s+|some\s+)?(\uE001\uE000*\uE002)$/iu, 'search for', 1],
  [/^(?:unfold|uncollapse)\s+(.+)$/iu, 'expand', 1],
  // About rain covers, not about "a rain cover"; "A Room with a View" is called so.
  [
    /^(?:[Ll]ook for|[Ii](?:['’]m| am) looking for|[Ww]e(?:['’]re| are) looking for)\s+(?:(?:an?|some)\s+(?=\p{Ll}))?(.+)$/u,
    'search for',
    1,
  ],
  [/^(?:locate|find)\s+(.+)$/iu, 'click', 1],
  [new RegExp(`^(?:in )?size\\s+(${SIZE})${THANKS}$`, 'iu'), 'choose', 1, 'under size'],
  [
    new RegExp(
      `^(?:i|we)(?:['’](?:ll|d)| will| would)? (?:take|have|want|like|need) (?:an? |the )?(?:size )?(${SIZE})${THANKS}$`,
      'iu',
    ),
    'choose',
    1,
  ],
];

const MAIL = '(?:e-?mail|mail|message)';
const REPLY = '(?:reply|respond|answer|write back)';

/** The same for whole messages, where the words would be parted otherwise. */
const MESSAGES: readonly Rewrite[] = [
  [
    new RegExp(
      `^(?:i|we)\\s+(?:no longer\\s+|do not\\s+|don['’]?t\\s+)?(?:need|want)\\s+(.+?)(?:\\s+any ?more)?\\s*[,;.]\\s*(?:so\\s+|please\\s+)*(\\p{L}+)\\s+(?:it|that|this)[.!]*$`,
      'iu',
    ),
    2,
    1,
  ],
  // What takes a mail program four steps is one request to people.
  [
    new RegExp(
      `^${REPLY}(?:\\s+to)?\\s+(?:the\\s+${MAIL}\\s+(?:from|by|of)\\s+)?(.+?)\\s+(?:with|saying)(?:\\s+the\\s+(?:text|message|words))?\\s+(.+?)\\.?$`,
      'iu',
    ),
    'open the email from',
    1,
    '; click reply ; type',
    2,
    '; click send',
  ],
  [
    new RegExp(
      `^in\\s+the\\s+${MAIL}\\s+(?:from|by)\\s+(.+?),?\\s+${REPLY}\\s+(?:with|saying)\\s+(.+?)\\.?$`,
      'iu',
    ),
    'open the email from',
    1,
    '; click reply ; type',
    2,
    '; click send',
  ],
  [
    new RegExp(
      `^(?:find\\s+the\\s+${MAIL}\\s+(?:from|by)\\s+(.+?)\\s+and\\s+)forward\\s+(?:it|that|this|(?:that|the)\\s+${MAIL})\\s+to\\s+(.+?)\\.?$`,
      'iu',
    ),
    'open the email from',
    1,
    '; click forward ; type',
    2,
    'in “to” ; click send',
  ],
  [
    new RegExp(`^forward\\s+the\\s+${MAIL}\\s+(?:from|by)\\s+(.+?)\\s+to\\s+(.+?)\\.?$`, 'iu'),
    'open the email from',
    1,
    '; click forward ; type',
    2,
    'in “to” ; click send',
  ],
  [
    /^(?:[Aa]pply|[Uu]se|[Rr]edeem|[Ee]nter)\s+(?:the\s+|my\s+|a\s+)?((?:(?:coupon|promo|promotion|discount|voucher|gift|gift card)\s+)?code|coupon|voucher)\s+(\uE001\uE000*\uE002|[A-Z\d-]{3,})$/u,
    'type',
    2,
    'in',
    1,
    '; click apply',
  ],
  [
    /^copy\s+(.+?)\s*,?\s+(?:and\s+)?(?:then\s+)?paste\s+(?:(?:it|that|them|this)\s+)?(?:in|into|to)\s+(.+)$/iu,
    'copy',
    1,
    'to',
    2,
  ],
  [
    /^(.*?)\b(?:find|locate|look for)(?: it)?,? and (?:then )?((?:click|press|tap|open|select|choose|tick)\b.*)$/iu,
    1,
    2,
  ],
  [/^(?:navigate|look|browse|go|search) through\s+[^.,;]+[.,;]\s*(?:and\s+|to\s+)?(.+)$/iu, 1],
  [
    /^(?:log|sign)\s+(?:me\s+)?in(?:to\s+.+?)?\s+(?:as|with(?: the)? (?:user ?name|user|name|e-?mail)(?: of)?|using(?: the)? (?:user ?name|user|e-?mail))\s+(.+?)(?:\s*,)?\s+(?:and|with|using)\s+(?:and\s+)?(?:the\s+)?password\s+(.+?)\.?$/iu,
    'enter',
    1,
    'in “username” ; enter',
    2,
    'in “password” ; submit the form',
  ],
];

export function rewriteClause(phrase: Phrase): Phrase {
  return rewrite(phrase, CLAUSES);
}

export function rewriteMessage(message: Phrase): Phrase {
  const plain = stripCourtesy(message).phrase;
  const rewritten = rewrite(plain, MESSAGES);
  // What was left out in front may have hidden another of these.
  return rewritten === plain ? message : rewriteMessage(rewritten);
}

function rewrite(phrase: Phrase, rules: readonly Rewrite[]): Phrase {
  for (const [pattern, ...pieces] of rules) {
    const groups = matchPhrase(phrase, pattern);
    if (!groups) continue;
    const parts = pieces.map((piece) =>
      typeof piece === 'string' ? { raw: piece, masked: piece } : groups[piece - 1],
    );
    return joinPhrases(...parts.filter((part) => part !== null && part !== undefined));
  }
  return phrase;
}
