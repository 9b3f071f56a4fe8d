import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { KeyringFault } from '../../core/secrets/keyring'
import { deskWith, leaveDesks } from '../sign-in-testing'
import { folder, keyring, patchbay, tidy } from '../testing'

vi.setConfig({ testTimeout: 60_000 })
afterEach(leaveDesks)
afterAll(tidy)

describe('A client of your own', () => {
  const clients = [{ client_id: 'ci', client_secret: 'very-secret-1234' }]
  const whoami = ['call', 'mine', 'whoami']

  it('signs in by its secret in a variable, without a person or a keyring', async () => {
    const { odd, where } = await deskWith({ authorization: { clients } })
    keyring.fault = new KeyringFault('none', 'none')
    const env = { PATCHBAY_CLIENT_ID: 'ci', PATCHBAY_CLIENT_SECRET: 'very-secret-1234' }
    const { code, stdout, stderr } = await patchbay([...whoami, ...where], undefined, env)
    expect([code, stdout, stderr]).toEqual([0, expect.stringContaining('whoami: ci'), ''])
    const [asked] = odd.asked('token')
    expect(asked?.form['grant_type']).toBe('client_credentials')
    expect(asked?.headers.authorization).toMatch(/^Basic /)
  })

  it('is warned about a secret on the line, which is shown nowhere', async () => {
    const { where } = await deskWith({ authorization: { clients } })
    const recording = join(folder, 'client.jsonl')
    const secret = ['--client-id', 'ci', '--client-secret', 'very-secret-1234']
    const argv = [...whoami, ...secret, '--traffic', recording, ...where]
    const { code, stderr } = await patchbay(argv)
    expect([code, stderr]).toEqual([
      0,
      'Other programs on this machine can see --client-secret while this command runs. Set PATCHBAY_CLIENT_SECRET instead.'
    ])
    const said = stderr + readFileSync(recording, 'utf8')
    const basic = Buffer.from('ci:very-secret-1234').toString('base64')
    expect([said.includes('very-secret-1234'), said.includes(basic)]).toEqual([false, false])
  })

  it.each(['ec', 'rsa'] as const)(
    'signs in by its %s key, from a file or a variable',
    async (kind) => {
      const { publicKey, privateKey } =
        kind === 'ec'
          ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
          : generateKeyPairSync('rsa', { modulusLength: 2048 })
      const client = {
        client_id: 'ci',
        token_endpoint_auth_method: 'private_key_jwt',
        public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString()
      }
      const { odd, where } = await deskWith({ authorization: { clients: [client] } })
      const type = kind === 'ec' ? 'sec1' : 'pkcs1'
      const pem = privateKey.export({ type, format: 'pem' } as never).toString()
      const file = join(folder, `${kind}.pem`)
      writeFileSync(file, pem)
      const fromFile = [...whoami, '--client-id', 'ci', '--client-key', file, ...where]
      expect(await patchbay(fromFile)).toMatchObject({ code: 0, stderr: '' })
      const env = { PATCHBAY_CLIENT_ID: 'ci', PATCHBAY_CLIENT_KEY: pem }
      expect((await patchbay([...whoami, ...where], undefined, env)).code).toBe(0)
      expect(odd.asked('token').map(({ form }) => form['client_assertion_type'])).toEqual(
        Array(2).fill('urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
      )
    }
  )

  it('is refused with code 5 where its secret is wrong, and no command is of use', async () => {
    const { where } = await deskWith({ authorization: { clients } })
    const env = { PATCHBAY_CLIENT_ID: 'ci', PATCHBAY_CLIENT_SECRET: 'wrong-secret-5678' }
    const { code, stderr } = await patchbay([...whoami, ...where], undefined, env)
    expect([code, stderr]).toEqual([5, expect.stringContaining('invalid_client')])
    expect(stderr).not.toMatch(/patchbay login|wrong-secret/)
  })

  it('of a definition that names no issuer is not told to the one that the server names', async () => {
    const oauth = { grant: 'client-credentials', clientId: 'ci', clientSecret: 'very-secret-1234' }
    const { odd, where } = await deskWith({ authorization: { clients } }, { oauth })
    const { code, stderr } = await patchbay([...whoami, ...where])
    const { issuer } = odd.authorization
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining(`set "oauth.issuer" in the definition to ${issuer}.`)
    ])
    expect(odd.asked('token')).toEqual([])
  })

  it.each([
    { oauth: { grant: 'authorization-code', clientId: 'other' } },
    { auth: { token: 'a-static-token-9999' } },
    { headers: { Authorization: 'Bearer a-static-token-9999' } }
  ])('goes before what the definition says: %j', async (definition) => {
    const { where } = await deskWith({ authorization: { clients } }, definition)
    const env = { PATCHBAY_CLIENT_ID: 'ci', PATCHBAY_CLIENT_SECRET: 'very-secret-1234' }
    const { code, stdout } = await patchbay([...whoami, ...where], undefined, env)
    expect([code, stdout]).toEqual([0, expect.stringContaining('whoami: ci')])
  })

  it.each([
    [['--client-id', 'ci'], 'A client needs a secret or a key'],
    [['--client-secret', 'x1234567'], 'A client needs an id'],
    [['--client-secret', 'x', '--client-key', 'y'], 'not both'],
    [['--client-id', 'ci', '--client-key', '/no/such/file'], 'cannot be read: ENOENT'],
    [['--client-id', 'ci', '--client-key', 'package.json'], 'a private key in PEM']
  ])('is refused as wrong usage: %j', async (options, sentence) => {
    const { where } = await deskWith()
    const { code, stderr } = await patchbay(['tools', 'mine', ...options, ...where])
    expect([code, stderr]).toEqual([4, expect.stringContaining(sentence)])
  })

  it('is of no use to a server that is a process', async () => {
    expect((await patchbay(['ping', 'demo', '--client-id', 'x'])).code).toBe(4)
    const env = { PATCHBAY_CLIENT_ID: 'x', PATCHBAY_CLIENT_SECRET: 'y1234567' }
    expect((await patchbay(['ping', 'demo'], undefined, env)).code).toBe(0)
  })
})
