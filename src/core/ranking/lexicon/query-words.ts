/**
 * How English instructions are put together: which words carry no content, which name a kind of
 * control, and which lead over from the target to the place where it stands.
 */

/** Say nothing about which element is meant. */
export const FILLERS = new Set(
  (
    'a an the this that these those my your our their its his her me i we you it please just again now there here ' +
    'thing stuff one some any kindly let lets want would could can should is are was be been which who says saying ' +
    'said labelled labeled named called titled page website site screen'
  ).split(' '),
);

/** Carry little by themselves, but make phrases: "sign in", "add to cart". */
export const FUNCTION_WORDS = new Set(
  'to in on of for with at by from up out off down into onto as and or not no so then do go all over per via'.split(
    ' ',
  ),
);

/** Kinds of control by the words for them. Roles in the order in which they fit. */
export const ROLE_WORDS: Record<string, readonly string[] | undefined> = {
  box: ['textbox', 'searchbox', 'combobox', 'spinbutton', 'checkbox'],
  bar: ['searchbox', 'textbox', 'combobox'],
  button: ['button', 'menuitem', 'switch', 'tab'],
  checkbox: ['checkbox', 'switch', 'menuitemcheckbox'],
  'check box': ['checkbox', 'switch', 'menuitemcheckbox'],
  tickbox: ['checkbox', 'switch'],
  'tick box': ['checkbox', 'switch'],
  combobox: ['combobox', 'listbox'],
  dropdown: ['combobox', 'listbox', 'button', 'menuitem'],
  'drop down': ['combobox', 'listbox', 'button', 'menuitem'],
  editor: ['textbox'],
  entry: ['textbox', 'searchbox'],
  field: ['textbox', 'searchbox', 'combobox', 'spinbutton'],
  hyperlink: ['link'],
  icon: ['button', 'link', 'img'],
  input: ['textbox', 'searchbox', 'combobox', 'spinbutton'],
  link: ['link', 'button', 'menuitem'],
  menu: ['button', 'combobox', 'menuitem', 'menu', 'listbox'],
  'menu item': ['menuitem', 'link', 'button'],
  option: ['radio', 'option', 'menuitemradio', 'checkbox', 'combobox'],
  picker: ['combobox', 'textbox', 'button'],
  'radio button': ['radio', 'menuitemradio'],
  radio: ['radio', 'menuitemradio'],
  select: ['combobox', 'listbox'],
  selector: ['combobox', 'listbox', 'button'],
  slider: ['slider'],
  spinner: ['spinbutton'],
  switch: ['switch', 'checkbox'],
  tab: ['tab', 'link', 'button'],
  textarea: ['textbox'],
  'text area': ['textbox'],
  'text box': ['textbox', 'searchbox', 'combobox'],
  'text field': ['textbox', 'searchbox', 'combobox'],
  textbox: ['textbox', 'searchbox', 'combobox'],
  toggle: ['switch', 'checkbox', 'button'],
};

/** These name a control also in front of its name without a link word: "checkbox I agree". */
export const LEADING_ROLE_WORDS = new Set([
  'button',
  'checkbox',
  'combobox',
  'dropdown',
  'hyperlink',
  'radio',
  'radio button',
  'text box',
  'text field',
  'textbox',
]);

/** Between a leading role word and the name: "the link to Pricing", "a field called Name". */
export const ROLE_LINK_WORDS = new Set(
  'to for called named labelled labeled saying titled that which with marked reading of'.split(' '),
);

/** What comes after them says where the target stands. */
export const PLACE_MARKERS =
  /\b(?:under(?:neath)?|below|beneath|above|beside|near|next to|close to|inside|within|alongside|(?:to the )?(?:left|right) of|in the (?:row|line|card|section|group|form|dialog|table|list|panel|column|area|item|block|entry|popup|modal) (?:of|for|with|called|named|about|containing|labelled|titled))\b/i;

/** The other order: "in the Delivery section". */
export const PLACE_PHRASE =
  /\b(?:in|on|inside|within|from|at|of) (?:the |my )?(?<place>[^,]+?) (?:row|line|card|section|group|form|dialog|table|list|panel|column|area|block|popup|modal)$/i;

/** May lead to the place, or be part of the name: "quantity of Walnut lamp", "Sign in with Google". */
export const WEAK_PLACE_WORDS = new Set('in on for of from with at by'.split(' '));

/** Say what kind of place it is, not which. */
export const PLACE_NOUNS = new Set(
  'row line card section group form table list panel column area item block entry popup modal'.split(
    ' ',
  ),
);

/** Items of lists by the words for them: "the second result" is no second thing called "result". */
export const ITEM_NOUNS = new Set(
  (
    'result row item entry card line record hit listing post article story message mail email task todo product ' +
    'comment order thread conversation suggestion match user person member customer client employee contact ' +
    'candidate player team job position vacancy flight train bus hotel room house flat property apartment offer deal ' +
    'ad advert book song track album video movie film episode show recipe dish restaurant place city file document ' +
    'folder photo picture issue ticket bug note event appointment meeting session course lesson question answer ' +
    'review headline notification alert invoice payment transaction shipment parcel repository repo commit release ' +
    'channel group chat tweet device'
  ).split(' '),
);

/** Verbs that buttons are called by: what follows may be in the button's name or its row's. */
export const BUTTON_VERBS = new Set(
  (
    'accept add apply approve archive assign attach block book bookmark buy call cancel close collapse comment ' +
    'compare complete confirm copy create decline delete disable discard dismiss download duplicate edit enable ' +
    'expand export favorite favourite flag follow forward hide import install invite join leave like load lock mark ' +
    'merge message move mute next order pause pay pin play post preview previous print publish purchase react ' +
    'reject remove rename renew reopen repeat reply report reserve reset restore resume retry save schedule see ' +
    'send share show skip snooze sort star start stop subscribe subscription track transfer translate unarchive ' +
    'unblock undo unfollow unlike unmute unpin unsubscribe upgrade upload view vote watch withdraw'
  ).split(' '),
);

/** Of these a button may also say nothing: "view cart" is the link Cart. */
export const WEAK_VERBS = new Set(
  'call move next order post previous see show start view watch'.split(' '),
);

export const ORDINALS: Record<string, number | undefined> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
  fifth: 5,
  '5th': 5,
  sixth: 6,
  '6th': 6,
  seventh: 7,
  '7th': 7,
  eighth: 8,
  '8th': 8,
  ninth: 9,
  '9th': 9,
  tenth: 10,
  '10th': 10,
  last: -1,
};
