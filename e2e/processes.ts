/** Looks at processes through /proc, as only Linux has it. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The process and everything it has started, itself included. */
export function descendantsOf(pid: number): number[] {
  const children = orNone(() => readdirSync(`/proc/${pid}/task`)).flatMap((task) =>
    orNone(() => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
  )
  return [pid, ...children.filter(Boolean).map(Number).flatMap(descendantsOf)]
}

export function commandOf(pid: number): string {
  return orNone(() => [readFileSync(`/proc/${pid}/cmdline`, 'utf8')])
    .join('')
    .replaceAll('\0', ' ')
}

/** Which of the processes listens where. */
export function listeningSocketsOf(pids: readonly number[]): string[] {
  const LISTEN = '0A'
  const addresses = new Map<string, string>()
  for (const table of ['tcp', 'tcp6']) {
    const [, ...lines] = readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n')
    for (const line of lines) {
      const columns = line.trim().split(/\s+/)
      if (columns[3] === LISTEN) addresses.set(`socket:[${columns[9]}]`, columns[1] ?? '')
    }
  }
  return pids.flatMap((pid) =>
    orNone(() => readdirSync(`/proc/${pid}/fd`)).flatMap((fd) => {
      const [target = ''] = orNone(() => [readlinkSync(`/proc/${pid}/fd/${fd}`)])
      const address = addresses.get(target)
      return address === undefined ? [] : [`${pid} ${address}`]
    })
  )
}

/** Processes and their files come and go while one looks at them. */
function orNone<T>(look: () => T[]): T[] {
  try {
    return look()
  } catch {
    return []
  }
}
