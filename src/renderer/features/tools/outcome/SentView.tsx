import { useMemo } from 'react'
import type { Call } from '../../../../shared/calls/call-contract'
import type { Verdict } from '../../../../shared/verdicts/verdicts'
import { milliseconds } from '../../../ui/text/format'
import { JsonTree } from '../../../ui/json-tree/JsonTree'
import { BlockActions } from '../../content/BlockActions'
import { BlockFrame } from '../../content/BlockFrame'
import { isCut, partAt } from '../../content/body/body-part'
import { useFoundBelow } from '../../content/body/found'
import { wholeJson } from '../../content/body/use-body-text'
import content from '../../content/content.module.css'
import type { Revealed } from './CallOutcome'
import type { LoadedSent } from './use-sent'

type Props = {
  readonly call: Call
  readonly sent: LoadedSent
  readonly verdicts: readonly Verdict[]
  readonly revealed: Revealed | undefined
}

/** What was sent with a call. */
export function SentView({ call, sent, verdicts, revealed }: Props) {
  const { timeoutMs, isForced } = call
  const { arguments: args, meta } = sent
  const body = sent.body && partAt(sent.body, 'arguments')
  const findings = useMemo(
    () => verdicts.find(({ about }) => about === 'input')?.findings ?? [],
    [verdicts]
  )
  const foundArguments = useFoundBelow('/arguments')
  const foundMeta = useFoundBelow('/meta')
  const facts = [
    ...(timeoutMs === undefined ? [] : [`given ${milliseconds(timeoutMs)}`]),
    ...(isForced === true ? ['sent although the schema forbids it'] : [])
  ]
  return (
    <div className={content['blocks']}>
      <BlockFrame
        kind="Arguments"
        facts={facts}
        actions={
          <BlockActions
            what="arguments"
            copied={() => wholeJson(args, body)}
            body={body}
            form="json"
            suggestedName={`${call.tool}-arguments.json`}
          />
        }
      >
        {isCut(body) && (
          <p className={content['note']}>
            Long parts of it are cut here. Save it to see the whole.
          </p>
        )}
        <div className={content['boxed']}>
          <JsonTree
            label="Arguments as sent"
            value={args}
            findings={findings}
            revealed={foundArguments ?? (revealed?.about === 'input' ? revealed : undefined)}
          />
        </div>
      </BlockFrame>
      {meta && (
        <BlockFrame kind="_meta">
          <div className={content['boxed']}>
            <JsonTree label="_meta as sent" value={meta} revealed={foundMeta} />
          </div>
        </BlockFrame>
      )}
    </div>
  )
}
