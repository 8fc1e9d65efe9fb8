/** What the browser says of an order whose receiver it ended before there was an answer. */
const CUT_OFF = /message (?:channel|port) closed before a response/;

/** An order of the user's that did not come back, in words for them. */
export function explainFailure(error: unknown): { happened: string; next: string } {
  if (CUT_OFF.test(String(error))) {
    return {
      happened: 'Wayscribe was stopped before it could answer; what you asked for may be done.',
      next: 'The list shows what is kept: look there before you try again.',
    };
  }
  return { happened: `That did not work: ${String(error)}`, next: 'What is recorded is safe.' };
}
