import type { CommandLineApproval } from '../../../shared/ipc/preferences'
import { changePreferences, usePreferences } from '../../stores/window/preferences'
import { Segments } from '../../ui/controls/Segments'
import { Row } from './Row'
import styles from './settings.module.css'

const APPROVALS = [
  { value: 'by-hand', label: 'Typed by hand' },
  { value: 'by-risk', label: 'By risk' }
] as const satisfies readonly { value: CommandLineApproval; label: string }[]

/** Whose act a `patchbay call` is. */
export function CommandLineSection() {
  const approval = usePreferences((state) => state.commandLineApproval)
  return (
    <>
      <p className={styles['about']}>
        A <code>patchbay call</code> counts as typed by hand, so it is made as if you had pressed
        Call. If agents use the command line, choose <em>By risk</em>: calls of high risk then need{' '}
        <code>--approve</code>. Tools that you have denied or set to ask always stay so either way.
      </p>
      <div className={styles['rows']}>
        <Row term="Calls count as">
          <Segments
            label="Calls count as"
            value={approval}
            options={APPROVALS}
            onChange={(chosen) => changePreferences({ commandLineApproval: chosen })}
          />
        </Row>
      </div>
    </>
  )
}
