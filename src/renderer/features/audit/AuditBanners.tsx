import { X } from 'lucide-react'
import { useState } from 'react'
import type { AuditVerdict } from '../../../shared/traffic/audit'
import { request } from '../../bridge/bridge'
import { useAudit } from '../../stores/records/audit'
import { notify } from '../../stores/window/notices'
import { changePreferences } from '../../stores/window/preferences'
import { Button } from '../../ui/controls/Button'
import { CopyButton } from '../../ui/controls/CopyButton'
import { IconButton } from '../../ui/controls/IconButton'
import { showSettings } from '../../stores/window/settings-section'
import { verdictWords } from './audit-words'
import styles from './audit.module.css'

type Props = {
  readonly verdict: AuditVerdict | undefined
  readonly onDismiss: () => void
  readonly onShow: (id: number) => void
}

/** What the person has to know before they trust the list below. */
export function AuditBanners({ verdict, onDismiss, onShow }: Props) {
  const { isOn, problem, isGone, folderProblem, notice } = useAudit(({ standing }) => standing)
  const [seen, setSeen] = useState<string>()
  return (
    <>
      {!isOn && (
        <div className={styles['banner']} data-tone="warning">
          <p>The audit log is off: what you do now is not written down.</p>
          <Button onClick={() => changePreferences({ isAudited: true })}>Turn it on</Button>
        </div>
      )}
      {isOn && problem !== undefined && (
        <div className={styles['banner']} data-tone="bad" role="alert">
          <p>
            The audit log cannot be written: {problem}. Until it can, nothing is sent to servers for
            you. Patchbay tries again by itself.
          </p>
          {isGone === true && (
            <Button onClick={() => void request('audit.startAnew').catch(notify)}>
              Start a new log
            </Button>
          )}
          <Button onClick={() => showSettings('audit')}>Settings</Button>
        </div>
      )}
      {isOn && folderProblem !== undefined && (
        <div className={styles['banner']} data-tone="warning">
          <p>{folderProblem} The log below has everything.</p>
          <Button onClick={() => showSettings('audit')}>Settings</Button>
        </div>
      )}
      {notice !== undefined && notice !== seen && (
        <div className={styles['banner']} data-tone="warning" role="alert">
          <p>{notice}</p>
          <IconButton label="Dismiss" onClick={() => setSeen(notice)}>
            <X aria-hidden="true" size={14} />
          </IconButton>
        </div>
      )}
      {verdict && <Verdict verdict={verdict} onDismiss={onDismiss} onShow={onShow} />}
    </>
  )
}

type VerdictProps = Omit<Props, 'verdict'> & { readonly verdict: AuditVerdict }

function Verdict({ verdict, onDismiss, onShow }: VerdictProps) {
  const toShow = verdict.isIntact ? verdict.loss?.id : verdict.firstBadId
  return (
    <div
      className={styles['banner']}
      data-tone={toneOf(verdict)}
      role="status"
      aria-label="Verdict"
    >
      <p>
        {verdictWords(verdict)}{' '}
        {verdict.isIntact && verdict.lastHash !== '' && (
          <span className="ui-hint">
            Last link <code>{verdict.lastHash}</code>{' '}
            <CopyButton label="Copy the last link" text={() => verdict.lastHash} />
          </span>
        )}
      </p>
      {toShow !== undefined && <Button onClick={() => onShow(toShow)}>Show #{toShow}</Button>}
      <IconButton label="Dismiss the verdict" onClick={onDismiss}>
        <X aria-hidden="true" size={14} />
      </IconButton>
    </div>
  )
}

function toneOf(verdict: AuditVerdict): string {
  if (!verdict.isIntact) return 'bad'
  return verdict.loss || verdict.caveat !== undefined ? 'warning' : 'good'
}
