import { useEffect, useRef, useState } from 'react'
import type { Draft, TestReport } from '../../../shared/servers/configuration'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../../shared/protocol/errors'
import type { ServerId } from '../../../shared/protocol/ids'
import { request } from '../../bridge/bridge'
import { forgetTest, updateTest, useExaminations } from '../../stores/servers/examinations'
import { notify } from '../../stores/window/notices'

export type DraftTest = {
  readonly report: TestReport | undefined
  /** Asked for, and nothing known yet: main may be asking the person first. */
  readonly isPending: boolean
  readonly problem: string | undefined
  readonly start: (draft: Draft, replaces: ServerId | undefined) => void
  readonly stop: () => void
  readonly forget: () => void
}

/** Tries a draft out. Whoever leaves the page ends what they started. */
export function useDraftTest(): DraftTest {
  const report = useExaminations(({ test }) => test)
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isGone = useRef(false)

  useEffect(() => {
    isGone.current = false
    forgetTest()
    return () => {
      isGone.current = true
      end(useExaminations.getState().test)
      forgetTest()
    }
  }, [])

  async function run(draft: Draft, replaces: ServerId | undefined): Promise<void> {
    end(useExaminations.getState().test)
    forgetTest()
    setProblem(undefined)
    setIsPending(true)
    try {
      const asked = { ...draft, ...(replaces !== undefined && { replaces }) }
      const begun = await request('draft.test', asked)
      if (isGone.current) end(begun)
      else updateTest(newest(begun))
    } catch (error) {
      const isDismissed =
        error instanceof WorkbenchError && error.code === WorkbenchErrorCode.Dismissed
      if (!isDismissed) setProblem(messageOf(error))
    }
    setIsPending(false)
  }

  return {
    report,
    isPending,
    problem,
    start: (draft, replaces) => void run(draft, replaces),
    stop: () => end(report),
    forget: () => {
      end(report)
      forgetTest()
      setProblem(undefined)
    }
  }
}

/** An event may have brought more than the answer that comes after it. */
function newest(begun: TestReport): TestReport {
  const { test } = useExaminations.getState()
  return test?.id === begun.id ? test : begun
}

function end(report: TestReport | undefined): void {
  if (report && !report.isDone) request('draft.endTest', { id: report.id }).catch(notify)
}
