import type { ReactNode } from 'react'
import {
  LIST_KINDS,
  OFFERED_BY,
  type Catalogue,
  type ListKind,
  type Offered
} from '../../../shared/calls/catalogue'
import { explainOutcome } from '../../../shared/advice/explain'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import { Button } from '../../ui/controls/Button'
import { EmptyState } from '../../ui/panes/EmptyState'
import { ServerText } from '../../ui/text/ServerText'
import { refreshCatalogue } from '../server/session-actions'
import { ListFindings } from './ListFindings'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly catalogue: Catalogue
  /** What there is none of. */
  readonly offered: Offered
  readonly action?: ReactNode
}

const WORDS: Readonly<Record<ListKind, string>> = {
  tools: 'tools',
  resources: 'resources',
  resourceTemplates: 'resource templates',
  prompts: 'prompts'
}

/** That none could be listed, that none are offered, and that there are none are three things. */
export function NothingListed({ server, state, catalogue, offered, action }: Props) {
  const refresh = (
    <>
      <Button
        shortcut="F5"
        disabled={state.phase !== 'ready'}
        onClick={() => refreshCatalogue(server.id)}
      >
        Refresh
      </Button>
      {action}
    </>
  )
  const failed = LIST_KINDS.find(
    (kind) => OFFERED_BY[kind] === offered && catalogue.failures[kind] !== undefined
  )
  const failure = failed && catalogue.failures[failed]
  const explanation = failure && explainOutcome(failure)
  if (explanation) {
    return (
      <EmptyState
        title={`The ${WORDS[failed]} of ${server.name} could not be listed`}
        action={refresh}
      >
        <ServerText>{explanation.what.slice(0, 1_000)}</ServerText> {explanation.next}
      </EmptyState>
    )
  }
  if (state.phase !== 'ready') {
    return (
      <EmptyState title={`No ${offered} of ${server.name} are known`}>It is not open.</EmptyState>
    )
  }
  return (
    <div className="ui-pane">
      <ListFindings catalogue={catalogue} offered={offered} />
      <EmptyState title={`${server.name} offers no ${offered}`} action={refresh}>
        {whyNone(state.capabilities, catalogue, offered)}
      </EmptyState>
    </div>
  )
}

function whyNone(declared: object, { findings }: Catalogue, offered: Offered): string {
  if (!(offered in declared)) return `It does not declare the capability ${offered}.`
  const hasUnusable = findings.some(({ kind }) => OFFERED_BY[kind] === offered)
  return hasUnusable
    ? `It says that it has ${offered}, but nothing in its list of them can be used.`
    : `It says that it has ${offered}, but its list of them is empty.`
}
