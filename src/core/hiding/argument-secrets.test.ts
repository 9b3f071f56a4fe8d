import { describe, expect, it } from 'vitest'
import { secretsInArguments } from './argument-secrets'

const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'

describe('secrets in arguments', () => {
  it.each<[readonly string[], readonly (readonly [number, string, string])[]]>([
    [['run', '-e', `GITHUB_TOKEN=${token}`, 'image'], [[2, 'GITHUB_TOKEN', token]]],
    [['-e', 'PGPASSWORD=hunter2secret'], [[1, 'PGPASSWORD', 'hunter2secret']]],
    [[`--api-key=${token}`], [[0, 'api-key', token]]],
    [['--api-key', token], [[1, 'api-key', token]]],
    [['--token', 'hunter2secret'], [[1, 'token', 'hunter2secret']]],
    [['-H', `Authorization: Bearer ${token}`], [[1, 'Authorization', token]]],
    [['postgresql://me:s3cr3tpw@db/x'], [[0, 'password', 's3cr3tpw']]],
    [['--url=postgresql://me:s3cr3tpw@db/x'], [[0, 'password', 's3cr3tpw']]],
    [[token], [[0, 'argument-1', token]]],
    [['-e', 'GITHUB_TOKEN=${secret:gh}'], []],
    [['-e', 'GITHUB_TOKEN'], []],
    [['--api-key', '--verbose'], []],
    [['--api-key', '<your key>'], []],
    [['-y', '@scope/server-with-a-long-name@1.2.3'], []],
    [['/srv/documents', 'https://example.test/mcp', '--port=3000', 'a=b'], []]
  ])('of %j', (args, expected) => {
    expect(secretsInArguments(args).map(({ index, name, value }) => [index, name, value])).toEqual(
      expected
    )
  })
})

it.each([
  'log=/tmp/review-4f2a/good2.log',
  '--log=logs/good2-of-many.log',
  'dist/server-v2/main.js'
])('does not take the file in %s for a secret', (argument) => {
  expect(secretsInArguments(['server.mjs', argument])).toEqual([])
})
