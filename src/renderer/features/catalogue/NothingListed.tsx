import type { ReactNode } from 'react'
import type { Catalogue } from '../../../shared/catalogue'
import { explainOutcome } from '../../../shared/explain'
import type { ServerSummary } from '../../../shared/server-config'
import type { SessionState } from '../../../shared/session-state'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { ServerText } from '../../ui/ServerText'
import { refreshCatalogue } from '../servers/session-actions'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly catalogue: Catalogue
  /** What the server has to declare to have any. */
  readonly capability: 'tools' | 'resources' | 'prompts'
  /** In the plural. */
  readonly what: string
  readonly action?: ReactNode
}

/** That none could be listed, that none are offered, and that there are none are three things. */
export function NothingListed({ server, state, catalogue, capability, what, action }: Props) {
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
  const explanation = catalogue.failure && explainOutcome(catalogue.failure)
  if (explanation) {
    return (
      <EmptyState title={`The ${what} of ${server.name} could not be listed`} action={refresh}>
        <ServerText>{explanation.what.slice(0, 1_000)}</ServerText> {explanation.next}
      </EmptyState>
    )
  }
  if (state.phase !== 'ready') {
    return <EmptyState title={`No ${what} of ${server.name} are known`}>It is not open.</EmptyState>
  }
  const isDeclared = capability in state.capabilities
  return (
    <EmptyState title={`${server.name} offers no ${what}`} action={refresh}>
      {isDeclared
        ? `It says that it has ${what}, but its list of them is empty.`
        : `It does not declare the capability ${capability}.`}
    </EmptyState>
  )
}
