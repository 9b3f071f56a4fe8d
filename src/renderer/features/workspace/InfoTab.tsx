import type { ReactNode } from 'react'
import type { ServerSummary } from '../../../shared/server-config'
import type { SessionState } from '../../../shared/session-state'
import { milliseconds, shortTimeOfDay } from '../../ui/format'
import { ServerText } from '../../ui/ServerText'
import styles from './workspace.module.css'

type Props = { readonly server: ServerSummary; readonly state: SessionState }
type Fact = readonly [term: string, value: ReactNode]

export function InfoTab({ server, state }: Props) {
  return (
    <div className={styles['info']} role="region" aria-label="Info" tabIndex={0}>
      <Facts title="The server says" facts={claimedFacts(state)} />
      <Facts title="The session" facts={sessionFacts(state)} />
      <Facts title="The definition" facts={definitionFacts(server)} />
    </div>
  )
}

function Facts({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null
  return (
    <section>
      <h2 className={styles['infoTitle']}>{title}</h2>
      <dl className={styles['facts2']}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function claimedFacts(state: SessionState): readonly Fact[] {
  if (state.phase !== 'ready') return []
  const { server, capabilities, instructions } = state
  return [
    ['Name', <ServerText key="name">{server.title ?? server.name}</ServerText>],
    ['Identifies as', <ServerText key="id">{`${server.name} ${server.version}`}</ServerText>],
    [
      'Capabilities',
      <ServerText key="can">{Object.keys(capabilities).join(', ') || 'none'}</ServerText>
    ],
    ['Instructions', <ServerText key="say">{instructions ?? 'none'}</ServerText>]
  ]
}

function sessionFacts(state: SessionState): readonly Fact[] {
  if (state.phase !== 'ready') return [['State', state.phase]]
  return [
    ['Protocol', state.protocolVersion],
    ['Opened', shortTimeOfDay(state.since)],
    ['Handshake', milliseconds(state.handshakeMs)],
    ['Process', state.pid ?? 'unknown']
  ]
}

function definitionFacts(server: ServerSummary): readonly Fact[] {
  return [
    ['Scope', server.scope],
    ['Transport', server.transport],
    ['Command', <code key="command">{server.command}</code>],
    [
      'Arguments',
      <ol key="arguments">
        {server.args.map((argument, index) => (
          <li key={index}>
            <code>{argument}</code>
          </li>
        ))}
      </ol>
    ],
    ['Variables', server.envNames.join(', ') || 'none']
  ]
}
