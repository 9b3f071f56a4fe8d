import { useEffect, useState } from 'react'
import { useTraffic } from '../../stores/records/traffic'
import { ViolationNews } from './violation-news'

/** What is to be said of violations that are new. Those that were there before are not. */
export function useViolationNews(): string {
  const [text, setText] = useState('')
  useEffect(() => {
    let news: ViolationNews | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const after = (ms: number, work: () => void): void => {
      timer = setTimeout(work, ms)
    }
    const look = (): void => {
      const { recording, violations } = useTraffic.getState()
      // Until the first count has come nobody knows what is new.
      if (recording === undefined) return
      news ??= new ViolationNews(violations, setText, after)
      news.hear(violations)
    }
    look()
    const stop = useTraffic.subscribe(look)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
  return text
}
