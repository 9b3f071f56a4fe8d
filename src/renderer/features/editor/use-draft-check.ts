import { useEffect, useState } from 'react'
import type { Draft, DraftReport } from '../../../shared/servers/configuration'
import { messageOf } from '../../../shared/protocol/errors'
import type { ServerId } from '../../../shared/protocol/ids'
import { request } from '../../bridge/bridge'

const QUIET_MS = 200

export type DraftCheck = DraftReport & {
  /** Why it could not be checked. */
  readonly problem?: string
  /** It is about the draft as it is now, and not as it was a moment ago. */
  readonly isCurrent: boolean
}

type Checked = Omit<DraftCheck, 'isCurrent'> & { readonly draft?: Draft }

const UNCHECKED: Checked = { faults: [], warnings: [] }

/** What main says of a draft, a moment after the person has stopped typing. */
export function useDraftCheck(draft: Draft, replaces: ServerId | undefined): DraftCheck {
  const [checked, setChecked] = useState(UNCHECKED)
  const { name, scope, text } = draft
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      const asked = { name, scope, text, ...(replaces !== undefined && { replaces }) }
      request('draft.check', asked).then(
        (report) => !isOver && setChecked({ ...report, draft: asked }),
        (error: unknown) =>
          !isOver && setChecked({ ...UNCHECKED, draft: asked, problem: messageOf(error) })
      )
    }, QUIET_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [name, scope, text, replaces])
  const about = checked.draft
  const isCurrent = about?.name === name && about.scope === scope && about.text === text
  return { ...checked, isCurrent }
}
