/** What a container may reach outside of itself. */
import type { Launch } from './launches'

export type Container = {
  readonly image?: string
  /** Options with their values, `--name=value` and `--name value` alike. */
  readonly options: readonly (readonly [name: string, value: string])[]
}

const PROGRAMS = new Set(['docker', 'podman', 'nerdctl', 'finch'])
/** All others that begin with two dashes and are not here take a value. */
const FLAGS = new Set([
  '--rm',
  '--init',
  '--interactive',
  '--tty',
  '--detach',
  '--privileged',
  '--read-only',
  '--publish-all',
  '--no-healthcheck',
  '--oom-kill-disable',
  '--quiet',
  '--sig-proxy',
  '--disable-content-trust',
  '--replace',
  '--rmi',
  '--env-host',
  '--http-proxy',
  '--tls-verify',
  '--no-hosts'
])
/** Short ones that take a value, when they are the last in their bundle. */
const SHORT_WITH_VALUE = /^-[a-zA-Z]*[vepwuhlmac]$/

export function containerOf({ program, args }: Launch): Container | undefined {
  if (!PROGRAMS.has(program)) return undefined
  const run = args.findIndex((arg) => arg === 'run' || arg === 'create')
  if (run === -1) return undefined
  const options: [string, string][] = []
  for (let at = run + 1; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (!arg.startsWith('-')) return { image: arg, options }
    const equals = arg.indexOf('=')
    if (arg.startsWith('--') && equals !== -1) {
      options.push([arg.slice(0, equals), arg.slice(equals + 1)])
    } else if (arg.startsWith('--') ? !FLAGS.has(arg) : SHORT_WITH_VALUE.test(arg)) {
      options.push([arg, args[at + 1] ?? ''])
      at += 1
    } else if (/^-[vepwu]./.test(arg)) {
      options.push([arg.slice(0, 2), arg.slice(2).replace(/^=/, '')])
    } else {
      options.push([arg, ''])
    }
  }
  return { options }
}

/** Whole sentences. */
export function reachOf({ options }: Container): readonly string[] {
  return options.flatMap(([name, value]) => {
    if (/^-[a-zA-Z]*v$|^--volume$/.test(name)) return mountSentence(sourceOfVolume(value))
    switch (name) {
      case '--mount':
        return mountSentence(/(?:^|,)(?:source|src)=([^,]*)/.exec(value)?.[1] ?? '')
      case '--privileged':
        return value === 'false' ? [] : ['The container is privileged: it can do what root can.']
      case '--network':
      case '--net':
        return value === 'host' ? ['The container uses the network of this computer itself.'] : []
      case '--pid':
      case '--ipc':
      case '--userns':
      case '--uts':
        return value === 'host' ? [`The container is not separated by ${name.slice(2)}.`] : []
      case '--cap-add':
        return /^(?:cap_)?(?:all|sys_admin|sys_ptrace|sys_module|net_admin|dac_read_search)$/i.test(
          value
        )
          ? [`The container gets the right ${value}.`]
          : []
      case '--security-opt':
        return /unconfined|label[=:]disable/.test(value)
          ? [`The container runs with less protection (${value}).`]
          : []
      case '--device':
        return [`The container can use the device ${value}.`]
      default:
        return []
    }
  })
}

/** `C:\folder:/inside` has a colon of its own. */
function sourceOfVolume(value: string): string {
  return /^([A-Za-z]:[\\/][^:]*|\$\{[^}]*\}[^:]*|[^:]*):/.exec(value)?.[1] ?? ''
}

const SOCKET = /(?:docker|podman|containerd)\.sock$|docker_engine$/
const WHOLE_DISK = /^(?:\/|\/\.|[A-Za-z]:[\\/]?)$/
const HOME =
  /^(?:~|\$HOME|\$\{(?:env:)?(?:HOME|USERPROFILE)(?::-[^}]*)?\}|%USERPROFILE%|\/root|\/home(?:\/[^/]+)?|\/Users(?:\/[^/]+)?|[A-Za-z]:[\\/]Users(?:[\\/][^\\/]+)?)[\\/]?$/
const SYSTEM = /^\/(?:etc|var|usr|proc|sys|dev|boot|run|lib|bin|sbin)(?:\/|$)/

function mountSentence(source: string): readonly string[] {
  if (SOCKET.test(source)) {
    return [`The container can control the container service of this computer (${source}).`]
  }
  if (WHOLE_DISK.test(source)) return [`The container can reach the whole disk (${source}).`]
  if (HOME.test(source)) return [`The container can reach the whole home folder (${source}).`]
  return SYSTEM.test(source) ? [`The container can reach the system folder ${source}.`] : []
}
