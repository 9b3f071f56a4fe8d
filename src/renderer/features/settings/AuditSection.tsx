import { FolderOpen } from 'lucide-react'
import type { ServerId } from '../../../shared/protocol/ids'
import {
  AUDIT_DAYS,
  AUDIT_MEGABYTES,
  isUnread,
  withCutChoice
} from '../../../shared/ipc/preferences'
import { request } from '../../bridge/bridge'
import { useAudit } from '../../stores/records/audit'
import { notify } from '../../stores/window/notices'
import { changePreferences, setPreferences, usePreferences } from '../../stores/window/preferences'
import { useServers } from '../../stores/servers/servers'
import { showPage } from '../../stores/window/view'
import { Button } from '../../ui/controls/Button'
import { Checkbox } from '../../ui/controls/Checkbox'
import { ServerText } from '../../ui/text/ServerText'
import { Amount } from './Amount'
import { UnreadNote } from './UnreadNote'
import styles from './settings.module.css'

/** What of what is done is written down, where, and for how long. */
export function AuditSection() {
  const isAudited = usePreferences((state) => state.isAudited)
  const problem = useAudit(({ standing }) => standing.problem)
  return (
    <>
      <p className={styles['about']}>
        What you ask of a server is written down before it is sent, and what became of it after. If
        it cannot be written, it is not sent. Known secrets, and what looks like one, are left out.
      </p>
      {isAudited && problem !== undefined && (
        <p className={styles['warning']} role="alert">
          The audit log cannot be written: {problem}. You can also turn it off.
        </p>
      )}
      <div className={styles['bar']}>
        <Checkbox isChecked={isAudited} onChange={(isOn) => changePreferences({ isAudited: isOn })}>
          Keep an audit log
        </Checkbox>
        <Button onClick={() => showPage('audit')}>Show it</Button>
      </div>
      <UnreadNote settings={['auditDays', 'auditMegabytes']}>
        How much is kept could not be read. Nothing is deleted until you choose it again.
      </UnreadNote>
      <div className={styles['rows']}>
        <Amount name="auditDays" label="Days kept" bounds={AUDIT_DAYS} />
        <Amount name="auditMegabytes" label="Megabytes kept" bounds={AUDIT_MEGABYTES} />
      </div>
      <DailyFiles />
      <CutServers />
    </>
  )
}

function DailyFiles() {
  const folder = usePreferences((state) => state.auditFolder)
  const problem = useAudit(({ standing }) => standing.folderProblem)
  const choose = (route: 'audit.chooseFolder' | 'audit.dropFolder'): void => {
    request(route).then(setPreferences, notify)
  }
  return (
    <>
      <h3 className={styles['subtitle']}>Daily files</h3>
      <p className={styles['about']}>
        The same once more, for other programs: a file of JSON Lines for each day, in a folder{' '}
        <code>MCP_Actions</code> where you choose.
      </p>
      {problem !== undefined && <p className={styles['warning']}>{problem}</p>}
      <div className={styles['bar']}>
        {folder !== '' && <code>{folder}</code>}
        <Button onClick={() => choose('audit.chooseFolder')}>
          <FolderOpen aria-hidden="true" size={14} />{' '}
          {folder === '' ? 'Write daily files into…' : 'Choose another folder…'}
        </Button>
        {folder !== '' && (
          <Button onClick={() => choose('audit.dropFolder')}>Write no daily files</Button>
        )}
      </div>
    </>
  )
}

function CutServers() {
  const servers = useServers((state) => state.servers)
  const nameOf = useServers((state) => state.nameOf)
  const isLost = usePreferences((state) => isUnread(state, 'auditCutServers'))
  const chosen = usePreferences((state) => state.auditCutServers)
  const cut = isLost ? servers.map(({ id }) => id) : chosen

  function change(serverId: ServerId, isCut: boolean): void {
    const current = { ...usePreferences.getState(), auditCutServers: cut }
    changePreferences(withCutChoice(current, serverId, isCut))
  }

  return (
    <>
      <h3 className={styles['subtitle']}>Only the beginning of texts</h3>
      <p className={styles['about']}>
        Of texts that these servers are sent, such as the bodies of messages, and of the texts that
        they answer, only the first 50 characters are kept.
      </p>
      {isLost && (
        <p className={styles['warning']}>
          Which servers you chose could not be read. Texts are cut for every server until you choose
          again.
        </p>
      )}
      <ul className={styles['rows']} aria-label="Servers whose text arguments are cut">
        {servers.map(({ id, name }) => (
          <li key={id} className={styles['record']}>
            <Checkbox isChecked={cut.includes(id)} onChange={(isCut) => change(id, isCut)}>
              <ServerText>{nameOf({ id, name })}</ServerText>
            </Checkbox>
          </li>
        ))}
      </ul>
    </>
  )
}
