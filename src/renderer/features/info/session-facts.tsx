import type { ServerId } from '../../../shared/protocol/ids'
import type { SessionState } from '../../../shared/servers/session-state'
import { request } from '../../bridge/bridge'
import { useAsked } from '../../bridge/use-asked'
import { milliseconds, shortTimeOfDay } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { useAge } from '../../ui/time/use-age'
import { describeEra, describeState } from '../server/session-words'
import { callTimes } from './call-times'
import type { Fact } from './Facts'
import styles from './info.module.css'

const EVERY_MS = 1_000

type Ready = Extract<SessionState, { phase: 'ready' }>

/** What is known of the conversation itself. */
export function sessionFacts(serverId: ServerId, state: SessionState): readonly Fact[] {
  if (state.phase !== 'ready') return [['State', describeState(state).word]]
  const { era, since, handshakeMs, pid } = state
  return [
    era === 'bare'
      ? ['Era', <Finding key="era" state={state} />]
      : ['Protocol', <Protocol key="era" state={state} />],
    ['Opened', <Opened key="since" since={since} />],
    ['Opening took', milliseconds(handshakeMs)],
    ...(pid === undefined ? [] : [['Process', `pid ${pid}`] as const]),
    ['Calls took', <Times key="times" serverId={serverId} />]
  ]
}

function Protocol({ state: { era, protocolVersion, why } }: { readonly state: Ready }) {
  const { word, meaning } = describeEra(era)
  return (
    <>
      <ServerText>{protocolVersion}</ServerText> {word}
      <p className={styles['meaning']}>
        {meaning} <ServerText>{why}</ServerText>
      </p>
    </>
  )
}

function Finding({ state: { era, why } }: { readonly state: Ready }) {
  const { word, meaning } = describeEra(era)
  return (
    <>
      <span className={styles['found']}>{word}</span>
      <p className={styles['meaning']}>
        Patchbay finds: {meaning} <ServerText>{why}</ServerText>
      </p>
    </>
  )
}

function Opened({ since }: { readonly since: number }) {
  const age = useAge(since)
  return `${shortTimeOfDay(since)}, ${age}`
}

/** As the metrics count it: the time that the person took to answer is not the server's. */
function Times({ serverId }: { readonly serverId: ServerId }) {
  const { value, failure } = useAsked('metrics', () => request('metrics.read', {}), {
    everyMs: EVERY_MS
  })
  if (!value) return failure === undefined ? '…' : `not known: ${failure}`
  return callTimes(value.servers.find((server) => server.serverId === serverId))
}
