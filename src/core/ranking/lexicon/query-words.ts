/**
 * How English instructions are put together: which words carry no content, which name a kind of
 * control, and which lead over from the target to the place where it stands.
 */

/** Say nothing about which element is meant. */
export const FILLERS = new Set(
  (
    'a an the this that these those my your our their its his her me i we you it please just again now there here ' +
    'thing stuff one ones some any kindly let lets want would could can should is are was be been which who says saying ' +
    'said labelled labeled named called titled page website site screen widget element ' +
    // German, French and Spanish, without accents.
    'der die das dem den ein eine einen einem einer mein meine meinen meiner bitte mochte will ich mir mich ' +
    'le la les un une du mon ma mes ce cet cette veux voudrais je moi el los las lo una unos unas mi mis este esta ' +
    'quiero quisiera porfavor favor'
  ).split(' '),
);

/** Carry little by themselves, but make phrases: "sign in", "add to cart". */
export const FUNCTION_WORDS = new Set(
  (
    'to in on of for with at by from up out off down into onto as and or not no so then do go all over per via ' +
    'what how where when why have has does did ' +
    'de des del al en y o con por para et ou a au aux dans sur avec pour und oder im mit auf fur zu zum zur von vom'
  ).split(' '),
);

/** Kinds of control by the words for them, `_` between two words. Roles in the order in which they fit. */
const KINDS: Record<string, string> = {
  box: 'textbox searchbox combobox spinbutton checkbox',
  bar: 'searchbox textbox combobox',
  'button boton bouton knopf schaltflache': 'button menuitem switch tab',
  'checkbox check_box': 'checkbox switch menuitemcheckbox',
  'tickbox tick_box casilla kastchen': 'checkbox switch',
  'column column_header': 'columnheader button',
  'combobox select': 'combobox listbox',
  'dropdown drop_down': 'combobox listbox button menuitem',
  'editor textarea text_area': 'textbox',
  entry: 'textbox searchbox',
  'field input campo champ feld': 'textbox searchbox combobox spinbutton',
  hyperlink: 'link',
  icon: 'button link img',
  'link enlace lien': 'link button menuitem',
  menu: 'button combobox menuitem menu listbox',
  menu_item: 'menuitem link button',
  option: 'radio option menuitemradio checkbox combobox',
  picker: 'combobox textbox button',
  'radio_button radio': 'radio menuitemradio',
  selector: 'combobox listbox button',
  slider: 'slider',
  spinner: 'spinbutton',
  switch: 'switch checkbox',
  tab: 'tab link button',
  'text_box text_field textbox': 'textbox searchbox combobox',
  toggle: 'switch checkbox button',
};

export const ROLE_WORDS: Record<string, readonly string[] | undefined> = Object.fromEntries(
  Object.entries(KINDS).flatMap(([words, roles]) =>
    words.split(' ').map((word) => [word.replace('_', ' '), roles.split(' ')]),
  ),
);

/** These name a control also in front of its name without a link word: "checkbox I agree". */
export const LEADING_ROLE_WORDS = new Set([
  ...'button checkbox combobox dropdown hyperlink radio textbox'.split(' '),
  ...['radio button', 'text box', 'text field'],
  ...'boton bouton knopf schaltflache campo champ feld casilla kastchen enlace lien'.split(' '),
]);

/** Between a leading role word and the name: "the link to Pricing", "a field called Name". */
export const ROLE_LINK_WORDS = new Set(
  'to for called named labelled labeled saying titled that which with marked reading of'.split(' '),
);

/** Head a phrase that names a field although it does not say so: "type Ada into first name", "saisis le code". */
export const TYPING_VERBS = new Set(
  (
    'type enter input fill ' +
    'tippe tippen eingeben gib saisis saisir saisissez tape taper escribe introduce introduzca teclea'
  ).split(' '),
);

/** The same for a search: "search the shop for lamps", "busca zapatos". */
export const SEARCH_VERBS = new Set(
  (
    'search suche suchen such cherche chercher recherche rechercher recherchez busca buscar ' +
    'buscame'
  ).split(' '),
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
    'channel group chat tweet device ' +
    'comentario noticia articulo resultado fila correo mensaje producto commentaire ligne resultat courriel produit ' +
    'kommentar nachricht artikel ergebnis zeile eintrag produkt'
  ).split(' '),
);

/** Verbs that buttons are called by: what follows may be in the button's name or its row's. */
export const BUTTON_VERBS = new Set(
  (
    'accept add apply approve archive assign attach block book bookmark buy call cancel claim clear close collapse comment ' +
    'compare complete confirm copy create decline delete disable discard dismiss download duplicate edit enable ' +
    'expand export favorite favourite flag follow forward hide import install invite join leave like load lock mark ' +
    'merge message move mute next order pause pay pin play post preview previous print publish purchase quote rate react ' +
    'redeem reject remove rename renew reopen repeat reply report reserve reset restore resume retry save schedule see ' +
    'send share show skip snooze sort star start stop subscribe subscription track transfer translate unarchive ' +
    'unblock undo unfollow unlike unmute unpin unsubscribe upgrade upload view vote watch withdraw'
  ).split(' '),
);

/** Pictures that stand for what a press on them does. */
export const ICON_NOUNS = new Set(
  'trash bin heart times cross pencil pen menu more plus minus search gear cog retweet back icon'.split(
    ' ',
  ),
);

/** Of these a button may also say nothing: "view cart" is the link Cart. */
export const WEAK_VERBS = new Set(
  'call move next order post previous see show start view watch'.split(' '),
);

/** Places in a row by the words for them, from 1; -1 is the last. Those with digits are read otherwise. */
export const ORDINALS: ReadonlyMap<string, number> = new Map(
  (
    [
      [1, 'first erste ersten erster erstes premier première primer primera'],
      [2, 'second zweite zweiten deuxième segundo segunda'],
      [3, 'third dritte dritten troisième tercer tercera'],
      [-1, 'last letzte letzten dernier dernière último última'],
      [4, 'fourth'],
      [5, 'fifth'],
      [6, 'sixth'],
      [7, 'seventh'],
      [8, 'eighth'],
      [9, 'ninth'],
      [10, 'tenth'],
    ] as const
  ).flatMap(([place, words]) => words.split(' ').map((word) => [word, place] as const)),
);

/** Signs that stand for words when they are a control's only text: the words, `_` between two, and their signs. */
const SIGNS =
  'close × ✕ ✖ ✗ ❌, menu ☰ ≡, more ⋮ ⋯ …, search 🔍 🔎, cart 🛒, settings ⚙, delete 🗑, ' +
  'edit ✏ ✎, star ★ ☆, favorite ♥ ♡ ❤, notifications 🔔, account 👤, home 🏠, add ➕ +, ' +
  'minus - − ➖, equals =, divide ÷, check ✓ ✔, back ← ⬅, next → › ❯ ➡, play ▶, pause ⏸, attach 📎, ' +
  'calendar 📅, language 🌐, like 👍, dislike 👎, down ↓ ▼ ▾ ⌄, up ↑ ▲ ▴ ⌃, link 🔗 ⛓, ' +
  'refresh ↻ ⟳ 🔄, full_screen ⛶, full_screen_expand ⤢, my_location ⌖, location 📍, ' +
  'map 🗺, previous ◀ ‹ ❮, previous_first «, next_last », next_skip ⏭, previous_skip ⏮, ' +
  'fast_forward ⏩, rewind ⏪, stop ⏹, record ⏺, shuffle 🔀, repeat 🔁, mute 🔇, ' +
  'volume 🔈 🔊, cut ✂, clipboard_copy 📋, copy ⧉, save 💾, print 🖨, undo ↩ ↶ ⎌, redo ↪ ↷, ' +
  'download ⬇ ⤓ 📥, upload ⬆ ⤒ 📤, folder 📁 📂, lock 🔒, unlock 🔓, show 👁, hide 🙈, ' +
  'mail ✉ 📧, comment 💬, call 📞 ☎, camera 📷, microphone 🎤, video 🎥, flag ⚑ 🚩, label 🏷, ' +
  'bookmark 🔖, help ❓ ?, info ℹ, warning ⚠, dark_mode 🌙 ☾, light_mode ☀, grid ▦, ' +
  'list ▤, columns ☷, image ▧ 🖼, move ✥, drag ⠿, sort ⇅ ↕, swap ⇄ ⇆, gift 🎁, ' +
  'card_payment 💳, delivery 🚚, bag 🛍, receipt 🧾, chart 📊 📈, pin 📌, reminder ⏰, ' +
  'time_history 🕒, tools 🔧, clear 🧹, open ↗, mute_notifications 🔕, people 👥';
export const GLYPH_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  SIGNS.split(', ').flatMap((entry) => {
    const [words = '', ...signs] = entry.split(' ');
    return signs.map((sign) => [sign, words.split('_')] as const);
  }),
);
