/** For tests: servers that ask, and a person who answers. */
import type { JsonObject } from '../../shared/json/json'
import { FAULTY, hurriedClock, useFaultBenches } from '../workbench/fault-testing'
import { somePerson, type PersonOptions } from './consent-testing'

/** Call it once in a file: the servers end with it. */
export function useAskingServers() {
  const { bench } = useFaultBenches()
  return open

  function open(mode: string, options: Partial<PersonOptions> = {}) {
    const person = somePerson({
      clock: hurriedClock,
      onRoots: () => {
        if (faulty.state.phase === 'ready')
          void faulty.workbench.openSession(FAULTY).announceRoots()
      },
      ...options
    })
    const faulty = bench(mode, undefined, {}, { inputs: person.inputs })
    /** What the server says that it was answered. */
    const told = async (args: JsonObject): Promise<unknown> => {
      const { done } = await faulty.workbench.startCall(FAULTY, 'go', args)
      const { outcome } = await done
      if (outcome?.kind !== 'result') return outcome
      const { content } = outcome.result as { content: { text: string }[] }
      return JSON.parse(content[0]?.text ?? 'null')
    }
    return { person, faulty, told }
  }
}
