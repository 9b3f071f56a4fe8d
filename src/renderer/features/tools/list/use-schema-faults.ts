import { useEffect, useState } from 'react'
import type { Tool } from '../../../../shared/calls/catalogue'
import { isSchemaInvalid } from '../../../../shared/verdicts/verdicts'

/** What was found, or that nothing was; of tools that nobody has looked at it has nothing. */
const known = new WeakMap<Tool, string | false>()

export function schemaFaultOf(tool: Tool): string | undefined {
  const fault = known.get(tool)
  return fault === false ? undefined : fault
}

/** Examines the schemas of the tools that are on the screen, while there is nothing else to do. */
export function useSchemaFaults(visible: readonly Tool[]): void {
  const [, setRound] = useState(0)
  useEffect(() => {
    const unknown = visible.filter((tool) => !known.has(tool))
    if (unknown.length === 0) return undefined
    const idle = requestIdleCallback((deadline) => {
      let hasFound = false
      let looked = 0
      do {
        const tool = unknown[looked++]
        const fault = (tool && isSchemaInvalid(tool)) ?? false
        if (tool) known.set(tool, fault)
        hasFound ||= fault !== false
      } while (looked < unknown.length && deadline.timeRemaining() > 0)
      // Whoever is left is looked at in the next round.
      if (hasFound || looked < unknown.length) setRound((round) => round + 1)
    })
    return () => cancelIdleCallback(idle)
  })
}
