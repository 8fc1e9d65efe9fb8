/**
 * Words that readers have to decode, and what to write instead (docs/glossary.md). Identifiers are split at their
 * capitals: `takeDeed` holds "deed".
 *
 * @type {readonly (readonly [RegExp, string])[]}
 */
const IN_NAMES = [
  [/^deeds?$/, 'user action'],
  [/^heed(s|ed|ing)?$/, 'control'],
  [/^part(ing|ed)s?$/, 'unload'],
  [/^veil(s|ed)?$/, 'overlay'],
  [/^desks?$/, 'controller'],
  [/^seat(s|ed|ing)?$/, 'role'],
  [/^ledgers?$/, 'run log'],
  [/^tell(s|ing)?$|^told$/, 'describe, report or send'],
];

/** @type {readonly (readonly [RegExp, string])[]} */
const IN_PROSE = [
  [/\bdeeds?\b/i, '"user action"'],
  [/\bheed(s|ed|ing)?\b/i, '"control"'],
  [/\bveil(s|ed)?\b/i, '"overlay"'],
  [/\bparting (?:page|document)s?\b/i, '"page unload"'],
  [
    /\b(?:is|are|was|were|be|being) told\b|\btold of\b/i,
    '"is reported", "is sent" or an active verb',
  ],
  [/\bnobody\b/i, 'who does what, as a positive sentence'],
  [/\bwhoever\b/i, 'the subject'],
  [/\banew\b/i, '"again"'],
  [/\bstale shots?\b/i, '"screenshot may be late"'],
];

/** @type {import('oxlint/plugins-dev').Rule} */
export const plainWords = {
  meta: {
    type: 'suggestion',
    schema: [],
    docs: { description: 'names, comments and test titles use the words of docs/glossary.md' },
  },
  create(context) {
    /** @type {Set<string>} */
    const reported = new Set();

    /** @param {import('oxlint/plugins-dev').ESTree.Node & { name: string }} node */
    const checkName = (node) => {
      if (reported.has(node.name)) return;
      const words = node.name.split(/(?<=[a-z\d])(?=[A-Z])|_/).map((word) => word.toLowerCase());
      const found = IN_NAMES.find(([word]) => words.some((each) => word.test(each)));
      if (!found) return;
      reported.add(node.name);
      context.report({ node, message: `"${node.name}": write ${found[1]} (docs/glossary.md)` });
    };

    /**
     * @param {string} text
     * @param {import('oxlint/plugins-dev').Location} loc
     */
    const checkProse = (text, loc) => {
      const found = IN_PROSE.find(([word]) => word.test(text));
      const word = found?.[0].exec(text)?.[0] ?? '';
      if (found && loc) {
        context.report({ loc, message: `"${word}": write ${found[1]} (docs/glossary.md)` });
      }
    };

    return {
      Identifier: checkName,
      Program() {
        for (const { value, loc } of context.sourceCode.getAllComments()) checkProse(value, loc);
      },
      'CallExpression[callee.name=/^(it|test|describe)$/] > Literal:first-child'(node) {
        if (typeof node.value === 'string') checkProse(node.value, node.loc);
      },
    };
  },
};
