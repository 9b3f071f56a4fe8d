import { memo, useMemo, type ReactNode } from 'react'
import { titleOf, type Prompt } from '../../../shared/calls/catalogue'
import type { CatalogueChange } from '../../../shared/calls/catalogue-change'
import { visibleText } from '../../../shared/text/visible-text'
import { count } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { ChangeMark } from '../catalogue/ChangeMark'
import type { ChangeWords } from '../catalogue/changes-of'
import { ItemList } from '../catalogue/ItemList'
import { ItemRow } from '../catalogue/ItemRow'
import type { ListRow, Place } from '../catalogue/list-row'
import { MarkedText } from '../../ui/text/MarkedText'
import { excerptOf } from '../catalogue/match-named'
import list from '../catalogue/item-list.module.css'
import { argumentsOf } from '../../../shared/calls/prompt-arguments'

type Props = {
  readonly prompts: readonly Prompt[]
  readonly total: number
  readonly filter: string
  readonly selected: string | undefined
  readonly changes: ChangeWords
  /** Beside the filter. */
  readonly actions: ReactNode
  readonly onFilter: (filter: string) => void
  readonly onSelect: (name: string) => void
  /** The person is done choosing and wants to fill in the arguments. */
  readonly onEnter: () => void
}

type PromptRow = ListRow & { readonly prompt: Prompt }

export function PromptList({ prompts, changes, onSelect, ...rest }: Props) {
  const rows = useMemo(
    () => prompts.map((prompt): PromptRow => ({ id: prompt.name, depth: 0, prompt })),
    [prompts]
  )
  return (
    <ItemList
      {...rest}
      role="listbox"
      label="Prompts"
      noun="prompt"
      rows={rows}
      onSelect={({ prompt }) => onSelect(prompt.name)}
    >
      {(shown, words) =>
        shown.map(({ row, place }) => (
          <PromptListRow
            key={place.index}
            row={row}
            {...place}
            words={words}
            change={changes.get(row.id)}
          />
        ))
      }
    </ItemList>
  )
}

type RowProps = Place & {
  readonly row: PromptRow
  readonly words: readonly string[]
  readonly change: CatalogueChange['change'] | undefined
}

const PromptListRow = memo(function PromptListRow({ row, words, change, ...place }: RowProps) {
  const { prompt } = row
  const title = titleOf(prompt)
  const excerpt = excerptOf(prompt, words)
  const argumentCount = argumentsOf(prompt).known.length
  const name = (
    <span className={`${list['label']} ui-mono`} title={visibleText(prompt.name)}>
      <MarkedText text={prompt.name} texts={words} />
    </span>
  )
  return (
    <ItemRow role="option" row={row} {...place}>
      {excerpt === undefined ? (
        <span className={list['names']}>
          {name}{' '}
          {title !== prompt.name && (
            <span className={list['aside']}>
              <ServerText>{title}</ServerText>
            </span>
          )}
        </span>
      ) : (
        <>
          {name}{' '}
          <span className={list['excerpt']} aria-hidden="true">
            <MarkedText text={excerpt} texts={words} />
          </span>
        </>
      )}{' '}
      <span className={list['end']}>
        <ChangeMark change={change} />
        {argumentCount > 0 && (
          <span title={count(argumentCount, 'argument')}>
            {argumentCount} {argumentCount === 1 ? 'arg' : 'args'}
          </span>
        )}
      </span>
    </ItemRow>
  )
})
