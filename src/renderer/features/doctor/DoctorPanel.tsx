import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Check, DoctorReport } from '../../../shared/servers/configuration'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { forgetDoctor, useExaminations } from '../../stores/servers/examinations'
import { needsSignIn, useSignIn } from '../../stores/servers/sign-ins'
import { Button } from '../../ui/controls/Button'
import { CopyButton } from '../../ui/controls/CopyButton'
import { milliseconds } from '../../ui/text/format'
import { IconButton } from '../../ui/controls/IconButton'
import { ServerText } from '../../ui/text/ServerText'
import { Skeleton } from '../../ui/panes/Skeleton'
import { lookAtCertificate } from '../server/trust-certificate'
import { signIn } from '../server/sign-in-actions'
import { openAuthorization } from '../server/open-authorization'
import { diagnose, stopDiagnosis } from '../server/diagnose'
import { firstFailed, headline, markOf, reportText } from './report-text'
import styles from './doctor.module.css'

/** What the doctor found about a server, or nothing when it was not asked. */
export function DoctorPanel({ server, isAlone }: Props) {
  const report = useExaminations(({ byServer }) => byServer[server.id])
  return report && <OpenPanel server={server} isAlone={isAlone} report={report} />
}

type Props = {
  readonly server: ServerSummary
  /** There is nothing below it, and it has all the room. */
  readonly isAlone: boolean
}

function OpenPanel({ server, isAlone, report }: Props & { readonly report: DoctorReport }) {
  const failed = firstFailed(report.checks)
  const asker = useRef(document.activeElement)
  const list = useRef<HTMLOListElement>(null)
  const failedId = failed?.id
  const known = useSignIn(server.id)
  useEffect(() => {
    if (failedId === undefined) return
    list.current?.querySelector('[data-status=failed]')?.scrollIntoView({ block: 'nearest' })
  }, [failedId])

  function handleClose(): void {
    if (!report.isDone) stopDiagnosis(server.id)
    forgetDoctor(server.id)
    if (asker.current instanceof HTMLElement) asker.current.focus()
  }

  return (
    <section
      className={styles['panel']}
      data-alone={isAlone}
      aria-label={`Diagnosis of ${server.name}`}
    >
      <header className="ui-strip">
        <h2>Diagnosis</h2>
        <p role="status" className={styles['headline']} data-failed={failed !== undefined}>
          {headline(report)}
        </p>
        {report.isDone && failedId === 'auth' && needsSignIn(known) && (
          <Button isPrimary onClick={() => signIn(server.id)}>
            Sign in
          </Button>
        )}
        {report.isDone ? (
          <Button onClick={() => diagnose(server.id)}>Run again</Button>
        ) : (
          <Button onClick={() => stopDiagnosis(server.id)}>Stop</Button>
        )}
        {failed?.id === 'auth' && (
          <Button onClick={() => openAuthorization(server.id)}>Debug authorization</Button>
        )}
        <CopyButton label="Copy the report" text={() => reportText(server.name, report)} />
        <IconButton label="Close the diagnosis" onClick={handleClose}>
          <X aria-hidden="true" size={14} />
        </IconButton>
      </header>
      {report.checks.length === 0 && !report.isDone && <Skeleton rows={5} />}
      <ol ref={list} className={styles['checks']} aria-label="Checks" tabIndex={0}>
        {report.checks.map((check) => (
          <li key={check.id} data-status={check.status}>
            <CheckRow
              check={check}
              isAdvice={check === failed}
              onLook={() => lookAtCertificate(server.id)}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

type RowProps = {
  readonly check: Check
  readonly isAdvice: boolean
  /** The person wants to see the certificate that was refused. */
  readonly onLook: () => void
}

function CheckRow({ check, isAdvice, onLook }: RowProps) {
  const { glyph, word } = markOf(check.status)
  const isBad = check.status === 'failed' || check.status === 'warning'
  const line = (
    <>
      <span className={styles['mark']}>
        <span aria-hidden="true">{glyph}</span> {word}
      </span>
      <span className={styles['title']}>{check.title}</span>
      {check.ms !== undefined && <span className={styles['took']}>{milliseconds(check.ms)}</span>}
    </>
  )
  if (check.detail === undefined && check.fix === undefined) {
    return <div className={styles['line']}>{line}</div>
  }
  return (
    // The key opens the row when its check fails, and leaves it to the person from then on.
    <details key={check.status} open={isBad}>
      <summary className={styles['line']}>{line}</summary>
      {check.fix !== undefined && (
        <p className={isAdvice ? styles['advice'] : styles['detail']}>
          <strong>What to do:</strong> <ServerText>{check.fix}</ServerText>
        </p>
      )}
      {check.offers === 'certificate' && (
        <p className={styles['detail']}>
          <Button onClick={onLook}>Look at the certificate…</Button>
        </p>
      )}
      {/* Last, because it may be as long as what the server has written. */}
      {check.detail !== undefined && (
        <p className={styles['detail']}>
          <ServerText>{check.detail}</ServerText>
        </p>
      )}
    </details>
  )
}
