import type { OutsideChange } from '../../../shared/servers/configuration'

const KINDS = ['added', 'changed', 'removed'] as const

/** Such as "mcp.json was changed by another program: 1 added, 2 changed." */
export function describeChange({ path, servers }: OutsideChange): string {
  const counts = KINDS.map((kind) => ({
    kind,
    count: servers.filter(({ change }) => change === kind).length
  })).filter(({ count }) => count > 0)
  const sentence = `${fileName(path)} was changed by another program`
  if (counts.length === 0) return `${sentence}. No server is different.`
  return `${sentence}: ${counts.map(({ kind, count }) => `${count} ${kind}`).join(', ')}.`
}

export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}
