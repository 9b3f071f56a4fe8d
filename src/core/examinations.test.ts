import { describe, expect, it } from 'vitest'
import { ServerId } from '../shared/ids'
import { openTestDesk } from './config/desk-testing'
import { faultServer } from './session/fault-testing'

const { command, args, env } = faultServer('plain')
const id = ServerId.parse('user:a')

describe('the doctor', () => {
  it('examines a server once, however often it is asked for at the same time', async () => {
    const { desk, doctors } = openTestDesk({ user: { a: { command, args, env } } })
    await Promise.all([desk.examinations.startDoctor(id), desk.examinations.startDoctor(id)])
    await expect.poll(() => doctors.at(-1)?.isDone).toBe(true)
    expect(new Set(doctors.map(({ startedAt }) => startedAt)).size).toBe(1)
    expect(doctors.at(-1)?.checks.every(({ status }) => status === 'ok')).toBe(true)
  })

  it('begins nothing once everything is to end', async () => {
    const { desk, doctors } = openTestDesk({ user: { a: { command, args, env } } })
    const begun = desk.examinations.startDoctor(id)
    await desk.examinations.stopAll()
    await expect(begun).rejects.toThrow('Patchbay is quitting.')
    expect(doctors).toEqual([])
  })
})
