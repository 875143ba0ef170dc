import { describe, expect, test } from 'vitest';
import { contactForm, contactFormOf } from './contact.ts';
import { authForm, checkoutForm, emailForm, fieldErrors, newPasswordForm } from './forms.ts';

describe('errors of a form', () => {
  test('are the first violated rule of each field', () => {
    expect(fieldErrors(checkoutForm, { email: ' ', device: '' })).toEqual({
      email: 'required',
      device: 'must-be-true',
    });
    expect(fieldErrors(checkoutForm, { email: 'nobody', device: 'on' })).toEqual({ email: 'email' });
    expect(fieldErrors(emailForm, { email: `${'a'.repeat(260)}@example.com` })).toEqual({ email: 'too-long' });
    expect(fieldErrors(emailForm, { email: ' a@example.com ' })).toEqual({});
  });

  test('refuse an address that no mail reaches, except for an account, where the browser’s rule holds', () => {
    for (const email of ['name@exmaple', 'name@example.c', 'name@127.0.0.1', 'na..me@example.com', 'name.@example.com'])
      expect(fieldErrors(checkoutForm, { email, device: 'on' }), email).toEqual({ email: 'email' });
    expect(fieldErrors(checkoutForm, { email: 'name@xn--exmple-cua.xn--p1ai', device: 'on' })).toEqual({});
    expect(fieldErrors(contactForm, contactFormOf({ topic: 'other', email: 'name@exmaple', message: 'm' }))).toEqual({
      email: 'email',
    });
    expect(fieldErrors(authForm, { email: 'name@exmaple', password: 'x' })).toEqual({});
  });

  test('report different passwords beside any other error; signing in has one password', () => {
    const typed = { email: '', password: 'correct horse' };
    expect(fieldErrors(authForm, { ...typed, confirmation: 'x' })).toEqual({
      email: 'required',
      confirmation: 'value',
    });
    expect(fieldErrors(authForm, typed)).toEqual({ email: 'required' });
    expect(fieldErrors(newPasswordForm, { password: '', confirmation: '' })).toEqual({ password: 'required' });
  });

  test('of the contact form: an empty one, and a valid one', () => {
    expect(fieldErrors(contactForm, contactFormOf({}))).toEqual({
      topic: 'required',
      email: 'required',
      message: 'required',
    });
    const form = contactFormOf({ topic: 'order', email: 'a@example.com', order: ' #ab12cd34 ', message: 'Hello' });
    expect(fieldErrors(contactForm, form)).toEqual({});
    expect(fieldErrors(contactForm, { ...form, order: '12', website: 'x', name: 'n'.repeat(101) })).toEqual({
      order: 'value',
      website: 'value',
      name: 'too-long',
    });
  });
});
