/** Verbs and words that many patterns share. */
const GROUPS: Readonly<Record<string, string>> = {
  $type: 'type|type_in|enter|write|put|input|key_in|fill_in',
  $write: 'type|type_in|enter|write|input|key_in|fill_in',
  $click:
    'click|click_on|left-click|left_click|press|press_on|tap|tap_on|hit|push|click_at|click_in|click_into',
  $go: 'open|go_to|go_into|goto|visit|navigate_to|browse_to|load|take_me_to|head_to',
  $show: 'go_back_to|let_me_see|show|show_me|see|view|find|find_me|locate|bring_up|get_me',
  $choose: 'choose|select|pick',
  $on: 'tick|tick_off|check|check_off|turn_on|switch_on|toggle_on|enable|activate',
  $off: 'opt_out_of|unsubscribe_from|stop_sending_me|stop_sending|untick|uncheck|deselect|unselect|turn_off|switch_off|toggle_off|disable|deactivate',
  $scroll: 'scroll|go|jump|move [all_the_way|right|straight] [up|down] to [the] [very]',
  $edge: 'top|bottom|end|start|beginning',
  $press: 'press|hit|push|tap|use [the]',
  $into: 'in|into|inside|within',
  $at: 'under|on|to|as|for|at',
  $set: 'set|dim|change|update|switch|turn|put|bring|bump_up|bump|raise|lower|increase|decrease|reduce',
  $all: 'all|every|each|everything [of] [the|my|these]',
  $except: 'except|except_for|but|apart_from|other_than',
  $box: '[the] box|checkbox|check_box for|next_to|beside|of|that_says|saying|marked',
  $put: 'add|put|place|throw|drop|stick|pop|toss',
  $cart: 'cart|basket|bag|trolley',
  $called: 'called|named|titled|that_says|saying|with_the_name|with_the_title|with_the_text',
  $want: "get|i_want|i_need|i_would_like|i'd_like|we_want|we_need",
  $think:
    'compare|count|calculate|compute|add_up|sum_up|summarise|summarize|explain|describe|analyse|analyze|tell_me|read|' +
    'find_out|work_out|figure_out|list|estimate|what|which|who|whose|why|how|when|where|is|are|does|did|has|have',
};

/**
 * The command language: what a clause means, and how it is said. The first line that fits counts, so narrow ones come
 * first. Alternatives are separated by `|`, words of one alternative joined by `_`; `[…]` is optional; a name in capitals
 * is a slot for one or more words, and some slots accept only certain ones (`pattern.ts`).
 */
const LANGUAGE = `
  nothing     don't|dont|do_not|never|avoid ANY
  help        hi|hello|hey|good_morning|good_day [there|copilot|wayscribe]
  help        help [me]
  help        what|how can|could|do|should you|i do|work [here|with_this|with_this_page|on_this_page|for_me]
  help        what|what's|whats [is|can_i_do] [there] [here|on] [this|the] [page|site|website]
  newTab      ANY in a|another new tab|window
  doubleClick double-click|double_click|doubleclick|dblclick [on] FIELD
  rightClick  right-click|right_click|rightclick [on] FIELD
  oneKey      $press CHORD
  load        $go [the] [page|site|website|url|address] ADDRESS
  scheme      $go SCHEME
  back        [go|navigate|move|take_me] back [one_page|a_page|to_the_previous_page|to_the_last_page]
  stepBack    [go|move|jump|take_me] back a|one step
  forward     [go|navigate|move] forward|forwards [one_page|a_page]
  reload      reload|refresh [the|this] [page|tab|site|website]
  wait        wait [for] NUMBER second|seconds
  wait        wait [a] [moment|second|bit]
  scrollTo    $scroll $edge [of_the_page|of_this_page|of_page]
  scrollTo    $scroll $edge of FIELD
  scrollTo    scroll [$into] FIELD [all_the_way] to [the|its] [very] $edge
  previous    skip|jump|move [back] to [the] previous WORD
  next        skip|jump|move [on|ahead|forward] to [the] next WORD
  reveal      scroll|jump [up|down] to|until|till|towards|until_you_see|until_you_reach FIELD
  scroll      scroll|page [the_page] [up|down|left|right] [by] NUMBER px|pixel|pixels
  scroll      scroll|page [the_page] [all_the_way] [up|down|left|right] [EXTENT]
  tool        use|call|run|execute [the|this] [page] tool FIELD with|using|: PARTS
  tool        use|call|run|execute [the|this] [page] tool FIELD
  submit      submit [the|this|that|my|it] [form]
  submit      submit FIELD
  press       KEY
  press       $press KEY
  press       $press KEYNAME key
  press       $press KEY in|on|inside|within FIELD
  logIn       log|sign [me] in as|with|using [the|my] [username|user_name|user|name|email] TEXT and|with|using [with] [the|my] password VALUE
  star        put|add a|the star on|to FIELD
  addToCart   $put|$want FIELD in|into|to [the|my|a|this|your] [shopping] $cart
  entry       $put|create|make|$want [a|an|another|one_more|the] FIELD $called TEXT
  entry       post|write|leave [a|an|the|another] FIELD $called TEXT
  post        comment|reply|respond|answer QUOTE
  post        comment|reply|respond|answer with|saying|: TEXT
  entry       new FIELD $called TEXT
  entry       add|create|new [a|an|another|one_more] FIELD : TEXT
  entry       add|create|make|new [a|an|another|one_more|the] LABEL QUOTE $at|$into PLACE
  entry       add QUOTE to|on|onto [the|my|this|our] LIST
  search      search|look for TEXT in|on|into BOX
  search      search_for|look_for|look_up|i'm_looking_for|i_am_looking_for|we're_looking_for TEXT
  search      search|look [in|on|through] FIELD for TEXT
  choose      search by VALUE [instead]
  search      search TEXT
  search      find [a|an] QUOTE
  type        in|into|inside|on|under|for FIELD type|enter|write|put|input TEXT
  type        $type in|into FIELD :|, TEXT
  type        $type in|into FIELD QUOTE
  type        use FIELD to enter|type|write|put|input TEXT
  redeem      use|apply|redeem [the|my|a] CODE WORD
  code        enter|type|type_in [the|my|a] CODE WORD
  type        $type LABEL QUOTE $into FIELDS
  type        $type TEXT $into FIELD
  beyond      write|compose|draft a|an|my|some|me ANY
  type        $type QUOTE $at FIELD
  type        $type TEXT $at FIELD!
  typeAs      $type TEXT as FIELD
  type        $type LABEL QUOTE
  fill        fill|complete [in|out|up] FORM [in|out|up] [for_me] [:|,|-|with|using|as_follows|with_the_following|like_this] [:] PARTS
  set         fill [in|out] FIELD with|as VALUE
  fill        fill in|out [the|my] PARTS
  type        $write TEXT
  copy        copy FROM from PLACE [over] to|into FIELD
  copy        copy FROM and|, [then] paste [it|that|them|this] in|into|to FIELD
  copy        copy FROM [over] to|into FIELD
  copy        set|make FIELD [to] [be] the_same_as FROM
  range       set|change|update|make FIELD from START to|until|till|through VALUE
  range       $choose|book FIELD from START to|until|till|through VALUE
  retitle     change|edit|update [the] LABEL of FIELD to VALUE
  set         $set FIELD up|down to VALUE
  set         $set [up|down] FIELD to|as|= VALUE
  set         [the|my] FIELD should|must be|say|read VALUE
  set         use VALUE as FIELD!
  assign      assign|reassign FIELD to VALUE
  set         FIELD : VALUE
  state       my FIELD is|are VALUE
  born        [i_was|i'm|i_am] born [on] VALUE
  more        increase|raise FIELD by NUMBER
  less        decrease|lower|reduce FIELD by NUMBER
  more        [add|give_me|make_it|put_in|$want] NUMBER more [of] [FIELD]
  more        [add|give_me|make_it|put_in|$want] NUMBER FIELD more
  less        [remove|take] NUMBER fewer|less [FIELD]
  less        NUMBER FIELD fewer|less
  tickAll     $on|$choose|mark $all [FIELD] $except LEFT
  tickAll     $on|$choose|mark $all [FIELD]
  untickAll   $off $all [FIELD] $except LEFT
  untickAll   $off $all [FIELD]
  markDone    mark|set FIELD as|to [being] done|complete|completed|finished
  beyond      check if|whether|that|how|what|when|where|why|for|with ANY
  tick        $on $box FIELD
  tick        turn|switch|toggle FIELD on
  tick        $on FIELD
  untick      $off $box FIELD
  untick      turn|switch|toggle FIELD off
  untick      $off FIELD
  rate        rate FIELD [with|at|as] RATING
  rate        give [FIELD] [a_rating_of] RATING
  choose      under|in|from|for|on FIELD $choose VALUE
  sort        sort|order|arrange [FIELD] by VALUE
  sort        [show|show_me|put|list|sort] MOST first
  filter      filter [FIELD] by|on|for PARTS
  showOnly    show_only|show_me_only|only_show|just_show VALUE
  showOnly    show|show_me [just] VALUE only
  choose      switch_to VALUE
  set         $choose VALUE with|using FIELD
  choose      $choose VALUE under|from FIELD
  choose      $choose VALUE in|for|on|at|as FIELD
  choose      $choose|use|i_take|i'll_take|i_will_take VALUE
  previous    go|move|turn|skip|jump back|backwards a|one WORD
  next        go|move|turn|skip|jump forward|forwards|ahead|on a|one WORD
  makeNew     make|start|begin a|another|one new FIELD
  makeNot     make FIELD not|no_longer WORD
  make        make FIELD WORD
  clear       clear|empty|erase|wipe [out] FIELD
  hover       hover|mouse_over|point|move_the_mouse [over|on|at|to] FIELD
  rename      rename FIELD to|as|: TEXT
  rename      rename FIELD QUOTE
  rename      edit FIELD to [say|read|be] TEXT
  set         drag|move FIELD to VALUE!
  drag        drag|drag_and_drop FIELD from PLACE onto|on_to|into|to TO
  drag        drag|drag_and_drop FIELD [and_drop_it|and_drop] onto|on_to|into|to|on|in|over TO
  drag        drop FIELD onto|into|on|in TO
  move        move FIELD from PLACE to|into|onto|under TO
  move        move FIELD to|into|onto|under TO
  expand      expand|unfold|uncollapse FIELD [below|above]
  collapse    collapse|fold FIELD [below|above]
  click       ANY by clicking|pressing|tapping|hitting|choosing|selecting [on] FIELD
  through     $click|$go|$show FIELD via|through MENU
  click       $click FIELD [in_order] to WORD it|them|this|that
  click       focus [on|in|into] FIELD
  confirm     confirm|finish [it|this|that] with FIELD
  close       close|dismiss|hide|get_rid_of|leave DIALOG
  remove      get_rid_of|throw_out|throw_away FIELD
  remove      drop|take FIELD from [my|the|our] order|$cart|list
  remove      throw|toss|chuck FIELD in|into [the] trash|bin|rubbish|garbage
  remove      i_don't|i_dont|i_do_not|we_don't|we_dont|we_do_not need|want FIELD [any_more|anymore|any_longer] [,|.|;] [so|and] [please] delete|remove it|that
  remove      take|pull FIELD out|off [of|from] PLACE
  click       log|sign me in|out|up|off
  click       load|show|see|view|read more [ANY]
  beyond      $think ANY
  click       $click|toggle FIELD
  perPage     [show|list] VALUE! [WORD] per_page
  perPage     show|list VALUE! entries|rows|results|records [on] [each|a|one] [page]
  expand      open FOLD
  open        open FIELD [page|section|screen]
  page        $go|$show [the] WORD page
  find        find SOUGHT
  open        $go|$show FIELD [page|section|screen]
  showOnly    only|just VALUE
  showOnly    VALUE only
  set         VALUE! WORD
  set         FIELD to VALUE!
  click       PATH
`;

/** What a short message means that only makes sense after something was done. Marks don't count. */
const FOLLOW_UPS = `
  undo        [oops] undo|revert|reverse|take_back [it|that|this|what_you_did|what_you_just_did]
  undo        [oops] undo|revert|reverse|take_back [the|my] last [step|action|thing|one|change]
  undo        take|put|change|set|switch|turn it|that back
  again       [do|click|press|repeat] [it|that] again|once_more|once_again|one_more_time
  again       repeat|same_again [it|that]
  next        [do|click|open|take] [the] next|following [one]
  next        [the] one after [it|that]
  before      [do|click|open|take] [the] previous [one]
  before      [no] [the] one before [it|that]
  other       [no] [i_meant|i_mean|not_that|not_that_one|wrong|wrong_one] [but] [the] other [one] [instead]
  other       [no] not_that|not_this|wrong_one|not_that_one|not_this_one|that_is_the_wrong_one|that's_the_wrong_one
  same        [do] [the] same [thing|again] for|with|to|on ANY
  also        and|also|plus|now [also] [for|with] ANY [too|as_well]
  also        ANY too|as_well
  instead     no|nope|wrong|sorry|i_mean|i_meant [i_meant|i_mean|not_that|not_that_one|i_wanted] ANY [instead]
  instead     [rather] ANY instead
`;

/** The words of a group that patterns share. */
export function listWords(group: string): string[] {
  return (GROUPS[group] ?? '').split('|');
}

export interface Meaning {
  kind: string;
  pattern: string;
}

export const MEANINGS = readLines(LANGUAGE);
export const FOLLOWING = readLines(FOLLOW_UPS);

function readLines(table: string): Meaning[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [, kind = '', pattern = ''] = /^\s*(\S+)\s+(.+)$/.exec(line) ?? [];
      return { kind, pattern: pattern.replace(/\$[a-z]+/g, (name) => GROUPS[name] ?? name) };
    });
}
