import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pacAddress } from './system-pac'

const PAC = 'http://wpad.corp/proxy.pac'

function asked(platform: NodeJS.Platform, outputs: Readonly<Record<string, string>>) {
  const output = async (command: string, args: readonly string[]): Promise<string> =>
    outputs[`${command} ${args.at(-1)}`] ?? ''
  return pacAddress({ platform, environment: {}, home: '/nowhere', output })
}

it('finds the address of the PAC file where each system keeps it', async () => {
  const windows = `HKEY_CURRENT_USER\\...\r\n    AutoConfigURL    REG_SZ    ${PAC}\r\n`
  expect(await asked('win32', { 'reg AutoConfigURL': windows })).toBe(PAC)
  const mac = `  ProxyAutoConfigEnable : 1\n  ProxyAutoConfigURLString : ${PAC}\n`
  expect(await asked('darwin', { 'scutil --proxy': mac })).toBe(PAC)
  const off = mac.replace(': 1', ': 0')
  expect(await asked('darwin', { 'scutil --proxy': off })).toBeUndefined()
  const gnome = { 'gsettings mode': "'auto'\n", 'gsettings autoconfig-url': `'${PAC}'\n` }
  expect(await asked('linux', gnome)).toBe(PAC)
  expect(await asked('linux', { ...gnome, 'gsettings mode': "'none'\n" })).toBeUndefined()
  expect(await asked('linux', {})).toBeUndefined()
})

it('takes nothing for an address that is none', async () => {
  const gnome = { 'gsettings mode': "'auto'\n", 'gsettings autoconfig-url': "'file:///etc/x'\n" }
  expect(await asked('linux', gnome)).toBeUndefined()
})

it('reads what KDE has written', async () => {
  const home = mkdtempSync(join(tmpdir(), 'patchbay-kde-'))
  mkdirSync(join(home, '.config'))
  const text = `[Proxy Settings]\nProxy Config Script=${PAC}\nProxyType=2\n`
  writeFileSync(join(home, '.config', 'kioslaverc'), text)
  const sources = { platform: 'linux', environment: { XDG_CURRENT_DESKTOP: 'KDE' }, home } as const
  expect(await pacAddress({ ...sources, output: async () => '' })).toBe(PAC)
  rmSync(home, { recursive: true })
})
