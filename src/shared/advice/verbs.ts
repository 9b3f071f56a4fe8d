/** Whether the name of a tool says what the tool does. */

const MAX_CHARS = 200
const READ_CHARS = 1_000

/** In lower case; a change from lower to upper case begins a word too. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .slice(0, MAX_CHARS)
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  )
}

/** Names in other alphabets are not judged. */
export function hasVerb(name: string): boolean {
  const words = wordsOf(name)
  return words.length === 0 || words.some((word) => VERBS.has(word))
}

export function isVerb(word: string): boolean {
  return VERBS.has(word)
}

/** A list of words and nothing else, at the start, after a colon or in brackets. */
const WORD_LIST =
  /(?:^|[:([] ?)([a-z]+(?:(?: *[,|/] *(?:or |and )?| or )[a-z]+){2,20}) *(?:[.;)\]]|$)/i

/** The verbs that a text lists as what there is to choose from; none where it may be prose. */
export function listedVerbs(text: string): readonly string[] {
  const words = wordsOf(WORD_LIST.exec(text.slice(0, READ_CHARS))?.[1] ?? '').filter(
    (word) => word !== 'or'
  )
  return words.every(isVerb) ? words : []
}

/** What tools do, as the names of several hundred real ones say it. */
const VERBS: ReadonlySet<string> = new Set(
  `abort accept access acknowledge activate add adjust advance aggregate allow alter analyse analyze
  annotate answer append apply approve archive ask assert assess assign attach audit authenticate
  authorize await backup batch bind block book bookmark browse build buy calculate call cancel
  capture catch change chat check checkout choose clean clear click clone close collect combine
  comment commit compare compile complete compose compress compute configure confirm connect
  consult convert copy count crash crawl create crop debug decline decode decompress decrypt delay
  delegate delete deny deploy describe destroy detach detect die diff disable disconnect discover
  dismiss dispatch display divide do download draft drag draw drop dump duplicate echo edit elicit
  email embed emulate enable encode encrypt end enqueue enrich ensure escape estimate evaluate
  examine exchange exec execute exit expand explain explore export extend extract fail fetch fill
  filter find finish fix flag flip flush focus follow forecast forget fork format forward generate
  geocode get give go grant graph greet grep group guess gzip handle hang hash help hide highlight
  hold hover identify ignore import index infer ingest init initialize insert inspect install
  introspect invite invoke join jump keep kill label launch learn leave lint list load locate lock
  log login logout look lookup make manage map mark match measure memorize mention merge migrate
  mock moderate modify monitor mount move multiply mute navigate negotiate normalize notify observe
  obtain open optimize order organize overwrite paginate parse paste patch pause pay perform
  persist pick pin ping place plan play pluck poll pop post predict prepare press preview print
  probe process produce profile promote prompt propose provide provision publish pull purchase
  purge push put query queue quit quote raise rank rate reach read reassign reboot rebuild recall
  receive recommend reconcile reconnect record recover redeploy redirect redo reduce refine
  reformat refresh refund refuse register reindex reject relate release reload remember remind
  remove rename render reopen reorder repair repeat replace reply report request research resend
  reserve reset resize resolve respond restart restore resubmit resume retrieve retry return
  reverse revert review revoke rewind rewrite roll rollback rotate route run sample save say
  scaffold scale scan schedule score scrape screenshot scroll search secure see seed segment select
  send serialize serve set settle share shift shorten show shut sign simulate sketch skip sleep
  slice snap snapshot snooze solve sort spawn speak specify split star start stash stat stop store
  stream strip stub submit subscribe subtract suggest sum summarise summarize suspend swap switch
  sync synthesize tag tail take tap teach tell terminate test think thinking throw tidy toggle
  tokenize trace track train transcribe transfer transform translate transpose traverse trigger
  trim truncate tune turn type unarchive unassign unblock undo unfollow uninstall unlink unlock
  unmount unmute unpin unregister unset unstar unsubscribe untag unzip update upgrade upload upsert
  use vacuum validate vectorize verify view visit visualise visualize vote wait walk warn watch
  weigh wipe withdraw wrap write zip`.split(/\s+/)
)
