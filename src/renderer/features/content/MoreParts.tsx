import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { Button } from '../../ui/controls/Button'
import { count } from '../../ui/text/format'
import { below, type BodyPart } from './body/body-part'
import styles from './content.module.css'
import { useFoundBelow } from './body/found'

const AT_ONCE = 20
/** So many more are fetched at most for somebody who looks for something in them. */
const MOST_FOUND = 1_000

type Part = { readonly value: unknown; readonly cuts: BodyPart['cuts'] }

type Props = {
  readonly list: BodyPart
  /** How many of the list are there already. */
  readonly shown: number
  readonly total: number
  /** What they are, such as `block`. */
  readonly what: string
  /** They are items of a list on the page too. */
  readonly isListed?: boolean
  /** Is given the list with what was cut off this part. */
  readonly children: (list: BodyPart, value: unknown, index: number) => ReactNode
}

/** The rest of a list that was cut, some parts at a time. */
export function MoreParts({ list, shown, total, what, isListed, children }: Props) {
  const Rest = isListed === true ? 'li' : 'p'
  const [parts, setParts] = useState<readonly Part[]>([])
  const [isLoading, setIsLoading] = useState(false)
  const next = shown + parts.length

  const found = useFoundBelow(list.pointer)
  const foundIndex = Number(found?.pointer.split('/')[1] ?? -1)
  const isAhead = foundIndex >= next && foundIndex < Math.min(total, shown + MOST_FOUND)
  const reach = useEffectEvent(() => void loadMore())
  useEffect(() => {
    if (isAhead && !isLoading) reach()
  }, [isAhead, isLoading, next])

  async function loadMore(): Promise<void> {
    setIsLoading(true)
    try {
      const indexes = Array.from({ length: Math.min(AT_ONCE, total - next) }, (_, i) => next + i)
      const loaded = await Promise.all(indexes.map((index) => loadPart(list, index)))
      setParts((known) => [...known, ...loaded])
    } catch (error) {
      notify(error)
    } finally {
      setIsLoading(false)
    }
  }

  return (
    <>
      {parts.map(({ value, cuts }, index) => children({ ...list, cuts }, value, shown + index))}
      {next < total && (
        <Rest className={styles['rest']}>
          {count(total - next, `more ${what}`)}
          <Button disabled={isLoading} onClick={() => void loadMore()}>
            Show more
          </Button>
        </Rest>
      )}
    </>
  )
}

/** Cuts are told by where they are in what was asked for; here they are by where they are in all. */
async function loadPart(list: BodyPart, index: number): Promise<Part> {
  const pointer = below(list.pointer, index)
  const { value, cuts } = await request('body.outline', { ref: list.ref, pointer })
  return { value, cuts: cuts.map((cut) => ({ ...cut, pointer: `${pointer}${cut.pointer}` })) }
}
