import { ListFilter, X } from 'lucide-react'
import { useEffect, useState, type RefObject } from 'react'
import type { AuditDetail as Detail, AuditText } from '../../../shared/traffic/audit'
import { messageOf } from '../../../shared/protocol/errors'
import { fromJson } from '../../../shared/json/json'
import { request } from '../../bridge/bridge'
import { changeAudit } from '../../stores/records/audit'
import { useServers } from '../../stores/servers/servers'
import { Button } from '../../ui/controls/Button'
import { CopyButton } from '../../ui/controls/CopyButton'
import { exactly } from '../../ui/time/day'
import { bytes } from '../../ui/text/format'
import { IconButton } from '../../ui/controls/IconButton'
import { JsonTree } from '../../ui/json-tree/JsonTree'
import { ServerText } from '../../ui/text/ServerText'
import { Skeleton } from '../../ui/panes/Skeleton'
import {
  auditedServer,
  endingOf,
  statusSentence,
  STATUS_TONES,
  subjectOf,
  tookOf
} from './audit-words'
import styles from './audit.module.css'

type Read = { readonly detail?: Detail; readonly failure?: string }

type Props = {
  readonly pane: RefObject<HTMLElement | null>
  readonly id: number
  /** It is read again when this is another. */
  readonly revision: number
  readonly onClose: () => void
}

/** Everything that was written down of one record. */
export function AuditDetail({ pane, id, revision, onClose }: Props) {
  const { detail, failure } = useDetail(id, revision)
  return (
    <section
      ref={pane}
      className={styles['detail']}
      aria-label="The record"
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className={styles['detailHead']}>
        <h2>
          <span className={styles['number']}>#{id}</span>{' '}
          <ServerText>{detail ? subjectOf(detail) : ''}</ServerText>
        </h2>
        {detail && (
          <CopyButton
            label="Copy the record"
            text={() => JSON.stringify(asCopied(detail), null, 2)}
          />
        )}
        <IconButton label="Close the record" shortcut="Esc" onClick={onClose}>
          <X aria-hidden="true" size={14} />
        </IconButton>
      </header>
      {failure !== undefined && <p className={styles['gone']}>{failure}</p>}
      {detail ? <Body detail={detail} /> : failure === undefined && <Skeleton rows={6} />}
    </section>
  )
}

function Body({ detail }: { readonly detail: Detail }) {
  const { status, decision, time, serverName, sessionId, params, result, error } = detail
  const server = useServers(({ nameOf }) => auditedServer(detail, nameOf))
  const took = tookOf(detail)
  const sentence = statusSentence(detail)
  return (
    <div className={styles['detailBody']}>
      <dl className={styles['facts']}>
        <dt>Status</dt>
        <dd data-tone={STATUS_TONES[status]}>{status}</dd>
        {decision !== undefined && (
          <>
            <dt>Decision</dt>
            <dd data-tone={endingOf(detail).tone}>{decision}</dd>
          </>
        )}
        <dt>Time</dt>
        <dd>{exactly(time)}</dd>
        {took !== undefined && (
          <>
            <dt>Took</dt>
            <dd>{took}</dd>
          </>
        )}
        {serverName !== undefined && (
          <>
            <dt>Server</dt>
            <dd>
              <ServerText>{server}</ServerText>
            </dd>
          </>
        )}
        {sessionId !== undefined && (
          <>
            <dt>Session</dt>
            <dd className={styles['session']}>
              <code>{sessionId}</code>
              <Button onClick={() => changeAudit({ query: { text: '', sessionId } })}>
                <ListFilter aria-hidden="true" size={12} /> Only this session
              </Button>
            </dd>
          </>
        )}
      </dl>
      {sentence !== undefined && <p className={styles['sentence']}>{sentence}</p>}
      {params && <Text title="Asked" text={params} />}
      {result && <Text title="Answered" text={result} />}
      {error && <Text title="Error" text={error} />}
    </div>
  )
}

function Text({ title, text }: { readonly title: string; readonly text: AuditText }) {
  const value = valueOf(text)
  return (
    <section className={styles['text']} aria-label={title}>
      <h3>
        {title}{' '}
        <span className={styles['size']} title={`SHA-256 ${text.sha256}`}>
          {bytes(text.bytes)}
          {text.isCut && ', of which only the beginning is kept'}
        </span>
        <CopyButton label={`Copy: ${title.toLowerCase()}`} text={() => text.text} />
      </h3>
      {value === undefined ? (
        <pre className={styles['plain']} tabIndex={0} aria-label={`${title}, as text`}>
          <ServerText>{text.text}</ServerText>
        </pre>
      ) : (
        <JsonTree value={value} label={title} />
      )}
      <p className={styles['hash']}>
        SHA-256 <code>{text.sha256}</code>
      </p>
    </section>
  )
}

function useDetail(id: number, revision: number): Read {
  const [read, setRead] = useState<Read & { readonly id: number }>({ id })
  useEffect(() => {
    let isStale = false
    request('audit.read', { id }).then(
      (found) => {
        if (isStale) return
        const next = found
          ? { id, detail: found }
          : { id, failure: `Record ${id} is no longer kept.` }
        // What is as it was is not drawn again: a tree that was opened stays open.
        setRead((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next))
      },
      (error: unknown) => !isStale && setRead({ id, failure: messageOf(error) })
    )
    return () => {
      isStale = true
    }
  }, [id, revision])
  return read.id === id ? read : {}
}

/** Undefined for what is no JSON, or only the beginning of some. */
function valueOf({ text, isCut }: AuditText): unknown {
  if (isCut) return undefined
  try {
    return fromJson(text)
  } catch {
    return undefined // it is shown as it is
  }
}

function asCopied({ params, result, error, ...record }: Detail) {
  return {
    ...record,
    time: new Date(record.time).toISOString(),
    ...(params && { params: valueOf(params) ?? params.text }),
    ...(result && { result: valueOf(result) ?? result.text }),
    ...(error && { error: valueOf(error) ?? error.text })
  }
}
