import { useEffect } from 'react'
import type { TrafficRow } from '../../../../shared/traffic/traffic-row'
import { readSentAs, useCalls } from '../../../stores/calls/calls'
import { useServers } from '../../../stores/servers/servers'
import { notify } from '../../../stores/window/notices'
import { goTo, selectFrame, showCall } from '../../../stores/window/view'
import { shortTimeOfDay } from '../../../ui/text/format'
import { ServerText } from '../../../ui/text/ServerText'
import { provenanceOf, type Place } from './provenance'
import styles from './frame.module.css'

type Props = {
  readonly row: TrafficRow
  /** Only what passes now belongs to the tools and resources that are shown. */
  readonly isLive: boolean
}

/** Which click a frame comes from, and the way back there. */
export function CameFrom({ row, isLive }: Props) {
  const call = useCalls(({ calls }) =>
    isLive ? calls.find(({ requestSeq }) => requestSeq === row.seq) : undefined
  )
  const isAsked = isLive && row.method === 'tools/call' && call === undefined
  useEffect(() => {
    if (isAsked) readSentAs(row.seq).catch(notify)
  }, [isAsked, row.seq])
  const isThere = useServers(({ servers }) => servers.some(({ id }) => id === row.serverId))
  const known = call && { ...call, startedAt: shortTimeOfDay(call.startedAt) }
  const { words, link, rest } = provenanceOf(row, known)
  const canLead = link !== undefined && (link.to.kind === 'frame' || (isLive && isThere))
  return (
    <p className={styles['cameFrom']}>
      {words}{' '}
      {link &&
        (canLead ? (
          <button type="button" className={styles['link']} onClick={() => lead(row, link.to)}>
            <ServerText>{link.label}</ServerText>
          </button>
        ) : (
          <ServerText>{link.label}</ServerText>
        ))}{' '}
      {rest}
    </p>
  )
}

function lead({ serverId }: TrafficRow, to: Place): void {
  switch (to.kind) {
    case 'call':
      goTo(serverId, { tab: 'tools', tool: to.tool })
      if (to.callId !== undefined) showCall(serverId, to.tool, to.callId)
      return
    case 'resource':
      return goTo(serverId, { tab: 'resources', resource: to.uri })
    case 'prompt':
      return goTo(serverId, { tab: 'prompts', prompt: to.name })
    case 'frame':
      return selectFrame(to.seq)
  }
}
