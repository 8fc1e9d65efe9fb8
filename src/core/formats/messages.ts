/**
 * What users read when a demonstration is imported. A fault is the reason why nothing of it is imported: a clause without
 * a full stop. A finding is a sentence about one part: what is wrong with it, and what was saved.
 */

export const FAULTS = {
  missing: (path: string) => `${path} is missing`,
  damaged: (place: string, why: string) => `${place} is damaged: ${why}`,
  tooLarge: (path: string, bytes: number) => `${path} is larger than ${bytes / 1024 ** 2} MB`,
  longLine: (path: string) => `${path} has a line over 64 MB`,
  tooManyTurns: (path: string, most: number) => `${path} has over ${most} turns`,
  notJson: (place: string) => `${place} is not JSON`,
  notObject: (place: string) => `${place} does not hold an object`,
  notUtf8: (place: string) => `${place} is not UTF-8 text`,
  tooDeep: (place: string, most: number) => `${place} is nested more than ${most} levels deep`,
  notArchive: (path: string) => `${path} does not belong to a Wayscribe archive`,
  newer: (path: string, what: string, version: number, known: number) =>
    `${path} was written by a newer version of Wayscribe (${what} ${version}; this one reads up to ${known}), so update Wayscribe to open it`,
  badId: (place: string) => `${place} has an invalid id`,
  otherDemonstration: (place: string) => `${place} belongs to another demonstration`,
  repeatedId: (place: string) => `${place} has the id of an earlier one`,
  turnCount: (path: string, found: number, declared: number) =>
    `${path} has ${found} turns where wayscribe.json says ${declared}`,
  wrongHash: (path: string) => `${path} is not what its name says: it was changed or damaged`,
  repeatedContent: (place: string) => `${place} names a content twice`,
  wrongLength: (path: string, list: string) => `${path} does not have the length that ${list} says`,
  noTurns: (path: string) => `${path} has no list of turns`,
  turnNotObject: (place: string) => `${place} is not an object`,
  noDemonstration:
    'it contains no WebLINX demonstration, Wayscribe archive or review, and no Playwright trace, Recorder flow or rrweb events',
  noActions: (path: string) => `${path} has no action of a person`,
  notReview: (path: string) => `${path} is not a review file of Wayscribe`,
  otherEdit: 'it has another version of an edit that is already here',
  goneTurn: 'it changes a turn that this demonstration does not have',
  gonePicture: 'it chooses a screenshot that this demonstration does not have',
  notInLibrary: (name: string) =>
    `its demonstration “${name}” is not in the library, so import the archive first`,
  cancelled: 'the import was cancelled',
  diskFull: 'the disk is full, so free some space and import it again',

  // Of zips; "it" is the zip.
  notZip: 'is not a valid zip, or the file is incomplete',
  badList: 'has a damaged list of files',
  wrongStart: 'is damaged: it does not start where the list of files says',
  beyondEnd: 'is damaged: it extends beyond the end of the zip',
  wrongCrc: 'is damaged: its checksum (CRC-32) is wrong',
  badDeflate: 'is damaged: it cannot be unpacked',
  wrongSize: 'is damaged: its size differs from the declared one',
  overlaps: 'overlaps another file in the zip, like a zip bomb',
  ambiguous: 'is listed differently than it is stored',
  notUnpacked: (why: string) => `cannot be unpacked (${why})`,
  tooManyFiles: (most: number) => `it contains more than ${most} files`,
  repeatedFile: (path: string) => `it contains ${path} twice`,
  longPath: (shown: string) => `the file name ${shown} … is too long`,
  badPath: (shown: string) =>
    `the file name ${shown} points outside the folder or is not a plain path`,
  isLink: (path: string) => `${path} is a link, not a file`,
  isEncrypted: (path: string) => `${path} is encrypted`,
  unknownMethod: (path: string) => `${path} is compressed in a way that Wayscribe does not read`,
  largeFile: (path: string, size: string) => `${path} is larger than ${size}`,
  largeTotal: (size: string) => `it unpacks to more than ${size}`,
  isBomb: (ratio: number) => `it unpacks to over ${ratio} times its size, like a zip bomb`,
};

export const FINDINGS = {
  cleaned: (place: string, changes: readonly string[]) =>
    `In ${place}, ${changes.join(' and ')}; the rest was saved.`,
  stillRecording: 'The recording was still running when it was exported; it ends at its last turn.',
  wrongChecksum: (place: string) =>
    `${place} was dropped: its checksum is wrong. The others were saved.`,
  unnamedContents: (count: number) =>
    `Files in contents that no turn names were dropped (${count}).`,
  missingPart: (name: string) => `${name} is missing; the fields it holds were left empty.`,
  unknownStart: 'The file does not say when the recording began; its times count from 1970.',
  markedInvalid: 'The file is marked as invalid (invalid.json); it was imported all the same.',
  unknownTurn: (place: string) =>
    `${place} is of a kind that Wayscribe does not know; it was set aside.`,
  missingEvents: (path: string, count: number) =>
    `${count === 1 ? '1 action is missing' : `${count} actions are missing`} in ${path}, where numbers are skipped: WebLINX has no keys and some other actions. A Wayscribe archive has them.`,
  noTarget: (place: string) =>
    `${place} does not say which element of its page it is about; it was saved without one.`,
  missingPage: (place: string, path: string) =>
    `${place} names ${path}, which is missing; the turn was saved without a page.`,
  latin1Page: (path: string) => `${path} is not UTF-8; it was read as Latin-1.`,
  missingBoxes: (path: string) => `${path} has no box file; the page was saved without boxes.`,
  badBoxes: (path: string, count: number) =>
    `${path} has ${count} invalid boxes; the others were saved.`,
  missingScreenshot: (place: string, path: string) =>
    `${place} names ${path}, which is missing; the turn was saved without it.`,
  skippedSteps: (path: string, type: string, count: number) =>
    `${path} has ${count === 1 ? 'a step' : `${count} steps`} “${type}” that ${count === 1 ? 'is' : 'are'} no action of a person; the others were saved.`,
  flowLacks: (path: string) =>
    `${path} is a Recorder flow: it has no pages, pictures and boxes, and no times. Its turns are a second apart from 1970 on, and their elements are what the selectors say.`,
  damagedLine: (place: string) => `${place} is damaged; the others were saved.`,
  damagedLines: (count: number) =>
    `${count === 1 ? 'An event is' : `${count} events are`} damaged; the others were saved.`,
  unknownTarget: (method: string, count: number) =>
    `${count === 1 ? 'A call' : `${count} calls`} of ${method} ${count === 1 ? 'was' : 'were'} dropped: the trace does not say which element was meant. The others were saved.`,
  failedCalls: (count: number) =>
    `${count === 1 ? 'A call that failed was' : `${count} calls that failed were`} dropped.`,
  innerFrames: (count: number) =>
    `${count === 1 ? 'An action' : `${count} actions`} in frames inside of the page ${count === 1 ? 'was' : 'were'} dropped, since the page was saved without these.`,
  traceLacks:
    'A Playwright trace has pages without boxes and styles, and pictures that may be late: each turn says how old its picture is. Values of secret fields were masked.',
  unknownNodes: (path: string, count: number) =>
    `${path} has ${count === 1 ? 'an event' : `${count} events`} about elements that it does not hold; the others were saved.`,
  rrwebLacks:
    'rrweb events have no pictures, boxes and keys; frames inside of a page were dropped. Values of secret fields were masked.',
  notPng: (path: string) => `${path} is not a PNG image; it was saved as it is.`,
};
