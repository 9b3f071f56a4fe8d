import { useMemo } from 'react'
import type { CallReport } from '../../../shared/call'
import type { Verdict } from '../../../shared/verdicts'
import { CopyButton } from '../../ui/CopyButton'
import { milliseconds } from '../../ui/format'
import { JsonTree } from '../../ui/JsonTree'
import { BlockFrame } from '../content/BlockFrame'
import content from '../content/content.module.css'
import type { Revealed } from './CallOutcome'

type Props = {
  readonly call: CallReport
  readonly verdicts: readonly Verdict[]
  readonly revealed: Revealed | undefined
}

/** What was sent with a call. */
export function SentView({ call, verdicts, revealed }: Props) {
  const { arguments: args, meta, timeoutMs, isForced } = call
  const findings = useMemo(
    () => verdicts.find(({ about }) => about === 'input')?.findings ?? [],
    [verdicts]
  )
  const facts = [
    ...(timeoutMs === undefined ? [] : [`given ${milliseconds(timeoutMs)}`]),
    ...(isForced === true ? ['sent although the schema forbids it'] : [])
  ]
  return (
    <div className={content['blocks']}>
      <BlockFrame
        kind="Arguments"
        facts={facts}
        actions={<CopyButton label="Copy arguments" text={() => JSON.stringify(args, null, 2)} />}
      >
        <div className={content['boxed']}>
          <JsonTree
            label="Arguments as sent"
            value={args}
            findings={findings}
            revealed={revealed?.about === 'input' ? revealed : undefined}
          />
        </div>
      </BlockFrame>
      {meta && (
        <BlockFrame kind="_meta">
          <div className={content['boxed']}>
            <JsonTree label="_meta as sent" value={meta} />
          </div>
        </BlockFrame>
      )}
    </div>
  )
}
