/** What could be better about how the tools are described. Never a reason to call a server broken. */
import { adviceOn, type Advice } from '../../shared/advice/advice'
import type { Tool } from '../../shared/calls/catalogue'
import type { ServerId } from '../../shared/protocol/ids'
import { isSchemaInvalid } from '../../shared/verdicts/verdicts'
import { visibleText } from '../../shared/text/visible-text'
import { ok, warning, type Verdict } from './check-list'
import type { Examination } from './examination'

const MAX_TOOLS = 2_000
const MAX_SCHEMAS = 5
const MAX_NAME_CHARS = 64
const GIVE_SCHEMAS =
  'Give each tool an inputSchema; {"type":"object"} is enough for one that takes no arguments.'

/** Once the lists were read; otherwise there is nothing to advise on. */
export function adviseOnTools({ list, workbench }: Examination, serverId: ServerId): void {
  const catalogue = list.checks.find(({ id }) => id === 'catalogue')
  if (catalogue?.status !== 'ok' && catalogue?.status !== 'warning') return
  list.settle('advice', adviceVerdict(workbench.report(serverId).catalogue.tools))
}

/** Says each thing once, with the first tool that it goes for. */
export function adviceVerdict(tools: readonly Tool[]): Verdict {
  const looked = tools.slice(0, MAX_TOOLS)
  const groups = new Map<
    string,
    { readonly tool: Tool; readonly advice: Advice; tools: Set<Tool> }
  >()
  for (const tool of looked) {
    for (const advice of adviceOn(tool)) {
      const group = groups.get(advice.rule)
      if (group) group.tools.add(tool)
      else groups.set(advice.rule, { tool, advice, tools: new Set([tool]) })
    }
  }
  const faults = schemaLines(looked)
  const lines = [...groups.values()].map(({ tool, advice, tools: all }) => {
    const rest = all.size - 1
    const more =
      rest === 0 ? '' : ` The same goes for ${rest} more ${rest === 1 ? 'tool' : 'tools'}.`
    return `${nameOf(tool)}: ${visibleText(advice.message)}${more} ${advice.reason}`
  })
  if (faults.length + lines.length === 0) return ok('No suggestions.')
  const which = faults.length === 0 ? 'These' : 'The rest'
  const heading = `${which} are suggestions, not mistakes. They would help people who use the tools.`
  const detail = [...faults, ...(lines.length === 0 ? [] : [heading, ...lines])].join('\n')
  const lacksSchema = looked.some(({ inputSchema }) => inputSchema === undefined)
  return lacksSchema ? warning(detail, GIVE_SCHEMAS) : ok(detail)
}

function schemaLines(tools: readonly Tool[]): readonly string[] {
  const lines = tools.flatMap((tool) => {
    const reason = isSchemaInvalid(tool)
    return reason === undefined ? [] : [`${nameOf(tool)}: ${reason}`]
  })
  const rest = lines.length - MAX_SCHEMAS
  if (rest <= 0) return lines
  return [...lines.slice(0, MAX_SCHEMAS), `So it is with the schemas of ${rest} more tools.`]
}

function nameOf({ name }: Tool): string {
  return visibleText(name.slice(0, MAX_NAME_CHARS))
}
