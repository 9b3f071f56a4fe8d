import { useEffect, useId, type ReactNode } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import type { WatchReport, WatchTarget } from '../../../shared/traffic/watch'
import { Button } from '../../ui/controls/Button'
import { Checkbox } from '../../ui/controls/Checkbox'
import { ServerText } from '../../ui/text/ServerText'
import { chooseTarget, freshenWatches, setRerunning, setWatch } from './watch-actions'
import { describeWatch, nameOf } from './watch-words'
import styles from './watch.module.css'

type Props = { readonly serverId: ServerId; readonly report: WatchReport }

/** What is watched for a server, and what happens then. */
export function WatchChoice({ serverId, report }: Props) {
  const { target, suggestions, isRerunning, failure } = report
  const chosen = target ? suggestions.findIndex((suggestion) => isSame(suggestion, target)) : -1
  const group = useId()
  useEffect(() => freshenWatches(), [])
  return (
    <>
      <h2>Watch for changes</h2>
      <p className="ui-hint">
        When it changes, the server is started again. Its log, your drafts and where you are stay.
      </p>
      <div role="radiogroup" aria-label="What to watch" className={styles['targets']}>
        <Choice group={group} isChosen={!target} onChoose={() => setWatch(serverId)}>
          Nothing
        </Choice>
        {suggestions.map((suggestion, index) => (
          <Choice
            key={`${suggestion.kind} ${suggestion.path}`}
            group={group}
            isChosen={index === chosen}
            onChoose={() => setWatch(serverId, index)}
          >
            <Target target={suggestion} />
          </Choice>
        ))}
        {target && chosen === -1 && (
          <Choice group={group} isChosen>
            <Target target={target} />
          </Choice>
        )}
      </div>
      <div className={styles['choosers']}>
        <Button onClick={() => chooseTarget(serverId, 'file')}>Choose file…</Button>
        <Button onClick={() => chooseTarget(serverId, 'folder')}>Choose folder…</Button>
      </div>
      <Checkbox
        isChecked={isRerunning}
        disabled={!target}
        onChange={(isWanted) => setRerunning(report, isWanted)}
      >
        Call again after each restart
      </Checkbox>
      <p className={styles['status']} role="status" data-failed={failure !== undefined}>
        <ServerText>{describeWatch(report)}</ServerText>
      </p>
    </>
  )
}

type ChoiceProps = {
  readonly group: string
  readonly isChosen: boolean
  readonly onChoose?: () => void
  readonly children: ReactNode
}

function Choice({ group, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className={styles['target']}>
      <input type="radio" name={group} checked={isChosen} onChange={() => onChoose?.()} />
      <span>{children}</span>
    </label>
  )
}

function Target({ target }: { readonly target: WatchTarget }) {
  return (
    <>
      {target.kind === 'folder' && 'Folder '}
      <ServerText>{nameOf(target)}</ServerText>
      <span className={styles['path']}>
        <ServerText>{target.path}</ServerText>
      </span>
    </>
  )
}

function isSame(one: WatchTarget, other: WatchTarget): boolean {
  return one.kind === other.kind && one.path === other.path
}
