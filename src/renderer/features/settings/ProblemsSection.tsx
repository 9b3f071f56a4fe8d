import { FolderOpen } from 'lucide-react'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { setPreferences, usePreferences } from '../../stores/window/preferences'
import { showProblems } from '../../stores/window/problems'
import { Button } from '../../ui/controls/Button'
import styles from './settings.module.css'

/** Where else problems are told than in the window. */
export function ProblemsSection() {
  const folder = usePreferences((state) => state.problemFolder)
  const choose = (route: 'problems.chooseFolder' | 'problems.dropFolder'): void => {
    request(route).then(setPreferences, notify)
  }
  return (
    <>
      <p className={styles['about']}>
        What needs you is listed behind its count in the status bar, and goes away when it is
        solved: a server that refuses you or broke too often, a disk that is full, servers that wait
        for your trust.
      </p>
      <div className={styles['bar']}>
        <Button onClick={() => showProblems(true)}>Show problems</Button>
      </div>
      <h3 className={styles['subtitle']}>A file for each problem</h3>
      <p className={styles['about']}>
        For other programs: a JSON file in a folder <code>MCP_Escalations</code> where you choose.
        It says when the problem began and, once it is over, when it was solved. Known secrets are
        left out.
      </p>
      <div className={styles['bar']}>
        {folder !== '' && <code>{folder}</code>}
        <Button onClick={() => choose('problems.chooseFolder')}>
          <FolderOpen aria-hidden="true" size={14} />{' '}
          {folder === '' ? 'Write files into…' : 'Choose another folder…'}
        </Button>
        {folder !== '' && (
          <Button onClick={() => choose('problems.dropFolder')}>Write no files</Button>
        )}
      </div>
    </>
  )
}
