/**
 * How much may go wrong, judged by names and schemas. A guess that errs to the careful side: what is
 * not known to be harmless counts as dangerous. Claims of a server can raise it, and never lower it.
 */
import { wordsOf } from '../advice/verbs'
import { RISK_LEVELS, type Risk, type RiskLevel } from './inbox'
import { isObject } from '../json/json'
import { hasHidden } from '../text/visible-text'

type Finding = {
  readonly level: RiskLevel
  readonly reason: string
  /** The server says so, and what it says is shown. */
  readonly isClaim?: boolean
}

const READING =
  words(`add analyse analyze browse calculate check compare compute convert count decode
  describe detect diff discover echo estimate evaluate examine explain explore fetch find forecast
  format geocode get greet help inspect introspect list look lookup measure ping preview query read
  recall recommend resolve retrieve review sample scan search see show stat status subtract sum
  summarize tail think translate validate verify view wait weather`)
const WRITING = words(`accept activate annotate append apply approve archive assign attach book
  bookmark cancel change click close comment commit configure confirm copy create disable draft
  edit enable fill import insert invite join label lock log mark merge modify mount move navigate
  notify open patch pin post publish put register rename reply request resize restore save schedule
  select set share start stop store submit subscribe sync tag touch track type update upload upsert
  write`)
const DESTRUCTIVE = words(`abort bash buy clean clear cmd command crash delete deploy destroy die
  drop erase eval exec execute exit flush force forget install kill launch order
  overwrite pay powershell purchase purge push reboot remove replace reset restart revoke run send
  shell shutdown spawn sudo terminate transfer truncate uninstall unlink vacuum wipe withdraw`)

/** To read these may be as bad as to change something. */
const SECRETIVE = words(`credential credentials env environ environment password passwords secret
  secrets token tokens`)

/** Arguments that are run, rather than read. */
const RUN =
  /^(?:cmd|command|commands|script|code|shell|sql|query_sql|statement|expression|program)$/i
const CONTENTS = /^(?:content|contents|data|body|text|patch)$/i
const PLACES = /^(?:path|file|filename|file_path|filepath|target|destination|url|uri)$/i
/** Places where a change can take a machine apart, or where secrets are. */
const SENSITIVE =
  /(?<!\w)(?:\/(?:etc|boot|usr|bin|sbin|dev|proc|sys|root)\b|~?\/?\.(?:ssh|aws|gnupg|kube|env|netrc)\b|[a-z]:\\windows)/i

const TEXTLESS: ReadonlySet<unknown> = new Set(['integer', 'number', 'boolean', 'null'])

/** Of a tool, from its definition. What no server lists is not known to be harmless, whatever its name. */
export function riskOfTool(tool: Readonly<Record<string, unknown>> | undefined): Risk {
  if (!tool) return { level: 'high', reasons: ['Its server does not list it.'] }
  const name = typeof tool['name'] === 'string' ? tool['name'] : ''
  const schema = isObject(tool['inputSchema']) ? tool['inputSchema'] : {}
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const names = Object.keys(properties)
  const own = [
    ofWords(name, 'Its name'),
    ...ofHidden([name, ...names]),
    ...ofArguments(names.filter((property) => canHoldText(properties[property])))
  ]
  return combined([...own, ...ofAnnotations(tool['annotations'])])
}

/** Of something a server wants to do itself, as `consent/request` has it. */
export function riskOfAction(action: string, said: readonly unknown[], claimed: unknown): Risk {
  const own = [
    ofWords(action, 'The action'),
    ...ofHidden([action, said]),
    ...said.flatMap(ofDetails)
  ]
  const found = combined([...own, ofClaim(claimed)])
  return claimed === undefined ? found : { ...found, claimed: claimText(claimed) }
}

export function levelOf(risk: Pick<Risk, 'level'>): number {
  return RISK_LEVELS.indexOf(risk.level)
}

function ofWords(name: string, subject: string): Finding {
  const found = wordsOf(name)
  const destructive = found.find((word) => DESTRUCTIVE.has(word))
  if (destructive !== undefined) {
    return { level: 'high', reason: `${subject} says “${destructive}”.` }
  }
  const writing = found.find((word) => WRITING.has(word))
  if (writing !== undefined) return { level: 'medium', reason: `${subject} says “${writing}”.` }
  const reading = found.find((word) => READING.has(word))
  const secretive = found.find((word) => SECRETIVE.has(word))
  if (reading !== undefined && secretive !== undefined) {
    return { level: 'medium', reason: `${subject} says “${secretive}”, and that may be secret.` }
  }
  if (reading !== undefined) return { level: 'low', reason: `${subject} says “${reading}”.` }
  return { level: 'high', reason: `${subject} does not say what it does.` }
}

/** Who hides something in a text has a reason for it. */
function ofHidden(said: unknown): readonly Finding[] {
  const waiting = [said]
  while (waiting.length > 0) {
    const part = waiting.pop()
    if (typeof part === 'string' && hasHidden(part)) {
      return [{ level: 'high', reason: 'It holds characters that cannot be seen.' }]
    }
    if (Array.isArray(part)) for (const one of part) waiting.push(one)
    else if (isObject(part)) for (const [name, one] of Object.entries(part)) waiting.push(name, one)
  }
  return []
}

function ofArguments(names: readonly string[]): readonly Finding[] {
  const run = names.find((name) => RUN.test(name))
  if (run !== undefined) return [{ level: 'high', reason: `Its argument “${run}” may be run.` }]
  const isWriting = names.some((name) => CONTENTS.test(name)) && names.some((n) => PLACES.test(n))
  return isWriting
    ? [{ level: 'medium', reason: 'It takes a place and something to put there.' }]
    : []
}

/** Numbers and truth values can neither be run nor be put anywhere. A schema without a type can. */
function canHoldText(schema: unknown): boolean {
  if (!isObject(schema) || schema['type'] === undefined) return true
  const types: readonly unknown[] = Array.isArray(schema['type'])
    ? schema['type']
    : [schema['type']]
  return types.some((type) => !TEXTLESS.has(type))
}

function ofDetails(details: unknown): readonly Finding[] {
  const findings: Finding[] = []
  if (isObject(details)) findings.push(...ofArguments(Object.keys(details)))
  const json = shortJson(details)
  const sensitive = SENSITIVE.exec(unescaped(json))
  if (sensitive) {
    findings.push({ level: 'high', reason: `It names ${sensitive[0]}, where much depends on it.` })
  }
  if (json.length === SHORT_CHARS) {
    findings.push({ level: 'high', reason: 'It is too long to be judged.' })
  }
  return findings
}

function ofAnnotations(annotations: unknown): readonly Finding[] {
  if (!isObject(annotations)) return []
  const { destructiveHint, readOnlyHint } = annotations
  if (destructiveHint === true) {
    return [{ level: 'high', reason: 'The server says that it destroys.' }]
  }
  return readOnlyHint === false
    ? [{ level: 'medium', reason: 'The server says that it changes something.' }]
    : []
}

function ofClaim(claimed: unknown): Finding {
  const level = RISK_LEVELS.find((known) => known === claimed)
  if (level !== undefined) {
    return { level, reason: `The server says that the risk is ${level}.`, isClaim: true }
  }
  return {
    level: 'high',
    reason:
      claimed === undefined
        ? 'The server does not say how risky it is.'
        : `The server gives a risk that is not known: ${claimText(claimed)}.`
  }
}

/** As bad as the worst of them; reasons that weigh less say nothing more. */
function combined(findings: readonly Finding[]): Risk {
  const worst = Math.max(...findings.map(levelOf))
  const level = RISK_LEVELS[worst] ?? 'high'
  const weighing = findings.filter((finding) => finding.level === level)
  // What is claimed stands beside it, and is a reason only where there is no other.
  const own = weighing.filter(({ isClaim }) => isClaim !== true)
  return { level, reasons: (own.length > 0 ? own : weighing).map(({ reason }) => reason) }
}

function claimText(claimed: unknown): string {
  return typeof claimed === 'string' ? claimed.slice(0, 100) : shortJson(claimed).slice(0, 100)
}

const SHORT_CHARS = 20_000

function shortJson(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? '').slice(0, SHORT_CHARS)
  } catch {
    return '' // nested too deeply to be written, and so to be shown to anybody
  }
}

/** Line ends and backslashes as they are meant. */
function unescaped(json: string): string {
  return json.replace(/\\(?:[nrt]|(\\))/g, (_, backslash?: string) => backslash ?? ' ')
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/))
}
