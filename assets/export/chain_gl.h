#pragma once

// SPDX-License-Identifier: MIT-0
//
// Declares the functions of OpenGL: those of epoxy, those of another header
// (-DCHAIN_GL='<glad/gl.h>'), or, with -DCHAIN_LOADS, pointers that chain_load fills.

#ifndef CHAIN_LOADS

#ifndef CHAIN_GL
#define CHAIN_GL <epoxy/gl.h>
#endif
#include CHAIN_GL

#else
#include <GL/glcorearb.h>

// clang-format off
#define CHAIN_FUNCTIONS(X) \
    X(ACTIVETEXTURE, ActiveTexture) X(ATTACHSHADER, AttachShader) X(BINDBUFFER, BindBuffer) \
    X(BINDBUFFERBASE, BindBufferBase) X(BINDBUFFERRANGE, BindBufferRange) \
    X(BINDFRAMEBUFFER, BindFramebuffer) X(BINDIMAGETEXTURE, BindImageTexture) \
    X(BINDSAMPLER, BindSampler) X(BINDTEXTURE, BindTexture) X(BINDVERTEXARRAY, BindVertexArray) \
    X(BLITFRAMEBUFFER, BlitFramebuffer) X(BUFFERDATA, BufferData) \
    X(CHECKFRAMEBUFFERSTATUS, CheckFramebufferStatus) X(CLEARBUFFERDATA, ClearBufferData) \
    X(COLORMASKI, ColorMaski) X(COMPILESHADER, CompileShader) X(COPYIMAGESUBDATA, CopyImageSubData) \
    X(CREATEPROGRAM, CreateProgram) \
    X(CREATESHADER, CreateShader) X(DELETEBUFFERS, DeleteBuffers) \
    X(DELETEFRAMEBUFFERS, DeleteFramebuffers) X(DELETEPROGRAM, DeleteProgram) \
    X(DELETESAMPLERS, DeleteSamplers) X(DELETESHADER, DeleteShader) \
    X(DELETETEXTURES, DeleteTextures) X(DELETEVERTEXARRAYS, DeleteVertexArrays) \
    X(DISABLE, Disable) X(DISABLEI, Disablei) X(DISPATCHCOMPUTE, DispatchCompute) \
    X(DRAWARRAYS, DrawArrays) X(ENABLE, Enable) X(ENABLEI, Enablei) \
    X(FRAMEBUFFERTEXTURE2D, FramebufferTexture2D) X(GENBUFFERS, GenBuffers) \
    X(GENFRAMEBUFFERS, GenFramebuffers) \
    X(GENSAMPLERS, GenSamplers) X(GENTEXTURES, GenTextures) X(GENVERTEXARRAYS, GenVertexArrays) \
    X(GETBOOLEANI_V, GetBooleani_v) X(GETBOOLEANV, GetBooleanv) \
    X(GETBUFFERPARAMETERI64V, GetBufferParameteri64v) X(GETFLOATI_V, GetFloati_v) \
    X(GETINTEGER64I_V, GetInteger64i_v) X(GETINTEGERI_V, GetIntegeri_v) \
    X(GETINTEGERV, GetIntegerv) X(GETPROGRAMIV, GetProgramiv) \
    X(GETSHADERINFOLOG, GetShaderInfoLog) X(GETSHADERIV, GetShaderiv) \
    X(GETTEXLEVELPARAMETERIV, GetTexLevelParameteriv) \
    X(GETUNIFORMLOCATION, GetUniformLocation) X(ISENABLED, IsEnabled) \
    X(ISENABLEDI, IsEnabledi) X(LINKPROGRAM, LinkProgram) X(MEMORYBARRIER, MemoryBarrier) \
    X(PAUSETRANSFORMFEEDBACK, PauseTransformFeedback) X(PIXELSTOREI, PixelStorei) \
    X(POLYGONMODE, PolygonMode) X(RESUMETRANSFORMFEEDBACK, ResumeTransformFeedback) \
    X(SAMPLERPARAMETERI, SamplerParameteri) X(SHADERSOURCE, ShaderSource) \
    X(TEXSTORAGE1D, TexStorage1D) X(TEXSTORAGE2D, TexStorage2D) X(TEXSTORAGE3D, TexStorage3D) \
    X(TEXSUBIMAGE1D, TexSubImage1D) X(TEXSUBIMAGE2D, TexSubImage2D) \
    X(TEXSUBIMAGE3D, TexSubImage3D) X(UNIFORM1FV, Uniform1fv) X(UNIFORM1I, Uniform1i) \
    X(UNIFORM2FV, Uniform2fv) X(UNIFORM3FV, Uniform3fv) X(UNIFORM4FV, Uniform4fv) \
    X(UNIFORMMATRIX4FV, UniformMatrix4fv) X(USEPROGRAM, UseProgram) \
    X(VIEWPORTINDEXEDF, ViewportIndexedf)
// clang-format on

#define CHAIN_DECLARE(TYPE, NAME) static PFNGL##TYPE##PROC gl##NAME;
#define CHAIN_LOAD(TYPE, NAME)    gl##NAME = (PFNGL##TYPE##PROC) load("gl" #NAME);
CHAIN_FUNCTIONS(CHAIN_DECLARE)

void chain_load(chain_function *(*load)(const char *name))
{
    CHAIN_FUNCTIONS(CHAIN_LOAD)
}
#endif
